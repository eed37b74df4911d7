// SPDX-License-Identifier: GPL-2.0
/*
 * An I2C bus with one write-only display on it, as an SSD1306 is.
 *
 * The adapter is a real one: plain transfers, SMBus emulated on top by the kernel, as on a Pi.  Every message
 * written to the display is queued as  [u32le length][bytes]  and read from /dev/pi_display.  Any other address
 * is not acknowledged (-EREMOTEIO, as i2c-bcm2835 says it), and neither is the display while `absent` is 1.
 */
#include <linux/fs.h>
#include <linux/i2c.h>
#include <linux/kfifo.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/vmalloc.h>
#include <linux/wait.h>

#define ADDRESS 0x3c
#define QUEUE (1 << 20)

static bool absent;
module_param(absent, bool, 0644);
static uint dropped;
module_param(dropped, uint, 0444);	/* messages that found the queue full */

static DEFINE_MUTEX(lock);
static DECLARE_WAIT_QUEUE_HEAD(news);
static u8 *memory;
static struct kfifo queue;

static void keep(const struct i2c_msg *message)
{
	__le32 length = cpu_to_le32(message->len);

	mutex_lock(&lock);
	if (kfifo_avail(&queue) < message->len + sizeof(length)) {
		dropped++;
	} else {
		kfifo_in(&queue, (u8 *)&length, sizeof(length));
		kfifo_in(&queue, message->buf, message->len);
	}
	mutex_unlock(&lock);
	wake_up_interruptible(&news);
}

static int transfer(struct i2c_adapter *bus, struct i2c_msg *messages, int count)
{
	int i;

	for (i = 0; i < count; i++) {
		if (messages[i].addr != ADDRESS || absent)
			return -EREMOTEIO;
		if (messages[i].flags & I2C_M_RD)
			memset(messages[i].buf, 0x43, messages[i].len);	/* the status of a display that is on */
		else
			keep(&messages[i]);
	}
	return count;
}

static u32 functionality(struct i2c_adapter *bus)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = { .master_xfer = transfer, .functionality = functionality };
static struct i2c_adapter adapter = {
	.owner = THIS_MODULE, .algo = &algorithm, .name = "virtual Pi's display", .nr = 1,
};

static ssize_t look(struct file *file, char __user *to, size_t size, loff_t *offset)
{
	unsigned int copied = 0;
	int failed;

	if (kfifo_is_empty(&queue)) {
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (wait_event_interruptible(news, !kfifo_is_empty(&queue)))
			return -ERESTARTSYS;
	}
	mutex_lock(&lock);
	failed = kfifo_to_user(&queue, to, size, &copied);
	mutex_unlock(&lock);
	return failed ? failed : copied;
}

static __poll_t ready(struct file *file, poll_table *table)
{
	poll_wait(file, &news, table);
	return kfifo_is_empty(&queue) ? 0 : EPOLLIN | EPOLLRDNORM;
}

static const struct file_operations operations = { .owner = THIS_MODULE, .read = look, .poll = ready };
static struct miscdevice device = { .minor = MISC_DYNAMIC_MINOR, .name = "pi_display", .fops = &operations };

static int __init begin(void)
{
	int failed;

	memory = vmalloc(QUEUE);
	if (!memory)
		return -ENOMEM;
	failed = kfifo_init(&queue, memory, QUEUE);
	if (!failed)
		failed = misc_register(&device);
	if (failed)
		goto free;
	failed = i2c_add_numbered_adapter(&adapter);	/* /dev/i2c-1, as on a Pi */
	if (!failed)
		return 0;
	misc_deregister(&device);
free:
	vfree(memory);
	return failed;
}

static void __exit end(void)
{
	i2c_del_adapter(&adapter);
	misc_deregister(&device);
	vfree(memory);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("An I2C bus with a display whose bytes can be read");
