#!/bin/sh
# The virtual board: a chip with the Pi's 54 lines, and the bus with the display.
set -e
# qemu's arm64 machine has a chip of its own for the power button: its number is the Pi's.
for each in /sys/bus/platform/drivers/gpio-keys/gpio-keys; do [ ! -e "$each" ] || echo gpio-keys > "${each%/*}/unbind"; done
for each in /sys/bus/amba/drivers/pl061_gpio/*.pl061; do [ ! -e "$each" ] || echo "${each##*/}" > "${each%/*}/unbind"; done
modprobe -a irq_sim gpio-sim i2c-dev pi_display
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank0
echo pinctrl-bcm2835 > $chip/bank0/label
echo 54 > $chip/bank0/num_lines
for line in $(seq 0 27); do
  mkdir $chip/bank0/line"$line"
  echo GPIO"$line" > $chip/bank0/line"$line"/name
done
echo 1 > $chip/live
# gpiozero asks which Pi this is; a machine with a device tree is given one that says it.
if [ ! -e /proc/device-tree ]; then
  modprobe pi_revision
elif serial=$(grep -o 'pi_revision.serial=[0-9a-f]*' /proc/cmdline); then
  tree=/sys/firmware/devicetree/base
  cp -a $tree /run/numbered
  printf '%s\0' "${serial#*=}" > /run/numbered/serial-number
  mount --bind /run/numbered $tree
fi
