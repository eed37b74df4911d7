#!/bin/sh
# What a phone does with the address that it is given; told by udhcpc.
[ "$1" = bound ] || [ "$1" = renew ] || exit 0
# shellcheck disable=SC2154 # udhcpc says them
ip addr replace "$ip/24" dev "$interface"
mkdir -p /etc/netns/phone
echo "nameserver $dns" > /etc/netns/phone/resolv.conf
