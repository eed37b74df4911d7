// SPDX-License-Identifier: GPL-2.0
/*
 * The PWM of a Pi 3's header with two channels, of which the first comes out on GPIO18, as `dtoverlay=pwm` has it.
 * It makes no pulses: the kernel keeps what each channel was set to.
 */
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/proc_fs.h>
#include <linux/pwm.h>
#include <linux/seq_file.h>
#include <linux/sysfs.h>
#include <linux/version.h>

#define CHANNELS 2

static struct platform_device *soc, *board;
static struct kobject *node;
static struct pwm_chip *chip;
static struct proc_dir_entry *tree;

static int apply(struct pwm_chip *unused, struct pwm_device *channel, const struct pwm_state *state)
{
	return 0;
}

static const struct pwm_ops ops = {
	.apply = apply,
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 9, 0)
	.owner = THIS_MODULE,
#endif
};

static ssize_t compatible_show(struct kobject *unused, struct kobj_attribute *attribute, char *page)
{
	memcpy(page, "brcm,bcm2835-pwm", 17);
	return 17;
}

static const struct kobj_attribute compatible = __ATTR_RO(compatible);

static int say(struct seq_file *file, void *unused)
{
	__be32 pin = cpu_to_be32(18);

	seq_write(file, &pin, sizeof(pin));
	return 0;
}

static int add(struct device *device)
{
	int failed;

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 9, 0)
	chip = devm_kzalloc(device, sizeof(*chip), GFP_KERNEL);
	if (!chip)
		return -ENOMEM;
	chip->dev = device;
	chip->npwm = CHANNELS;
#else
	chip = pwmchip_alloc(device, CHANNELS, 0);
	if (IS_ERR(chip))
		return PTR_ERR(chip);
#endif
	chip->ops = &ops;
	failed = pwmchip_add(chip);
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 9, 0)
	if (failed)
		pwmchip_put(chip);
#endif
	return failed;
}

static int __init begin(void)
{
	int failed;

	soc = platform_device_register_simple("soc", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(soc))
		return PTR_ERR(soc);
	board = platform_device_alloc("3f20c000.pwm", PLATFORM_DEVID_NONE);
	if (!board) {
		failed = -ENOMEM;
		goto no_board;
	}
	board->dev.parent = &soc->dev;
	failed = platform_device_add(board);
	if (failed) {
		platform_device_put(board);
		goto no_board;
	}
	node = kobject_create_and_add("of_node", &board->dev.kobj);
	failed = node ? sysfs_create_file(node, &compatible.attr) : -ENOMEM;
	if (!failed)
		failed = add(&board->dev);
	if (failed)
		goto no_chip;
	/* Beside the revision, where a machine has no device tree of its own; else the bench lays it there. */
	tree = IS_ENABLED(CONFIG_X86) ? proc_mkdir("device-tree/soc", NULL) : NULL;
	if (tree && proc_mkdir("gpio@7e200000", tree) && proc_mkdir("gpio@7e200000/pwm_pins", tree))
		proc_create_single("gpio@7e200000/pwm_pins/brcm,pins", 0444, tree, say);
	return 0;

no_chip:
	kobject_put(node);
	platform_device_unregister(board);
no_board:
	platform_device_unregister(soc);
	return failed;
}

static void __exit end(void)
{
	proc_remove(tree);
	pwmchip_remove(chip);
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 9, 0)
	pwmchip_put(chip);
#endif
	kobject_put(node);
	platform_device_unregister(board);
	platform_device_unregister(soc);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("The PWM of a Pi");
