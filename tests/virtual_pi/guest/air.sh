#!/bin/sh
# Three radios in the air: the Pi's own, that of a home's router, and a phone's, the last two in rooms of their own.
set -e
case "$1" in
  begin)
    # the bench's line is no cable: a box with one opens no Wi-Fi of its own
    ip link set eth0 down
    modprobe mac80211_hwsim radios=3
    for room in home phone; do ip netns add $room; done
    # what the phone's own one is laid over
    rm -f /etc/resolv.conf
    : > /etc/resolv.conf
    iw phy "phy$(iw dev wlan1 info | sed -n 's/.*wiphy //p')" set netns name home
    iw phy "phy$(iw dev wlan2 info | sed -n 's/.*wiphy //p')" set netns name phone
    for room in home phone; do ip -n $room link set lo up; done
    ;;
  home) # its password; it gives addresses of 192.168.77.0/24
    ip -n home addr replace 192.168.77.1/24 dev wlan1
    printf 'interface=wlan1\nssid=Home\nhw_mode=g\nchannel=6\nwpa=2\nwpa_key_mgmt=WPA-PSK\nrsn_pairwise=CCMP\nwpa_passphrase=%s\n' "$2" > /run/home.conf
    ip netns exec home hostapd -B -P /run/home.pid /run/home.conf
    ip netns exec home dnsmasq --interface=wlan1 --bind-interfaces --port=0 --pid-file=/run/home-names.pid \
      --dhcp-range=192.168.77.10,192.168.77.50,1h --leasefile-ro
    ;;
  vanish) # its plug is pulled: it says good-bye to nobody
    kill -9 "$(cat /run/home.pid)" "$(cat /run/home-names.pid)"
    ip -n home link set wlan1 down
    ;;
  join) # a network and its password, as a phone that has scanned both
    if [ -e /run/phone.pid ]; then
      # as it ends it switches the radio off: not before that is done is the next one to switch it on
      gone="$(cat /run/phone.pid)"
      kill "$gone" || true
      while kill -0 "$gone" 2>/dev/null; do sleep 0.2; done
    fi
    printf 'network={\n ssid="%s"\n psk="%s"\n key_mgmt=WPA-PSK\n pairwise=CCMP\n}\n' "$2" "$3" > /run/phone.conf
    ip -n phone addr flush dev wlan2
    chmod +x /usr/local/lib/virtual-pi/lease.sh
    ip netns exec phone wpa_supplicant -B -i wlan2 -P /run/phone.pid -c /run/phone.conf
    ip netns exec phone udhcpc -i wlan2 -n -q -t 20 -T 3 -s /usr/local/lib/virtual-pi/lease.sh
    ip -n phone -4 -o addr show dev wlan2
    ;;
esac
