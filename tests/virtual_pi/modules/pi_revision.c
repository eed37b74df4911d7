// SPDX-License-Identifier: GPL-2.0
/*
 * Says which Pi this is where a machine has no device tree of its own: /proc/device-tree/system/linux,revision
 * is there in every view of /proc, also in the one that a service's sandbox mounts. So is the serial number of
 * its board, where the kernel's command line has pi_revision.serial=...
 */
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>

static char *serial = "";
module_param(serial, charp, 0444);

static struct proc_dir_entry *tree;

static int say_serial(struct seq_file *file, void *unused)
{
	seq_write(file, serial, strlen(serial) + 1);
	return 0;
}

static int say(struct seq_file *file, void *unused)
{
	__be32 revision = cpu_to_be32(0xc03115);	/* a Pi 4B, 1.5 */

	seq_write(file, &revision, sizeof(revision));
	return 0;
}

static int __init begin(void)
{
	struct proc_dir_entry *system;

	tree = proc_mkdir("device-tree", NULL);
	if (!tree)
		return -ENOMEM;
	system = proc_mkdir("system", tree);
	if (!system || !proc_create_single("linux,revision", 0444, system, say) ||
	    (*serial && !proc_create_single("serial-number", 0444, tree, say_serial))) {
		proc_remove(tree);
		return -ENOMEM;
	}
	return 0;
}

static void __exit end(void)
{
	proc_remove(tree);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("The revision of a Pi");
