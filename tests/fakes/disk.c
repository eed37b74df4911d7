/* A disk that fails, fills up or lies, for the files of one folder: loaded before libc with LD_PRELOAD.
 *
 * tests/fakes/disk.py compiles it, says how it is told what to do, and puts back what would be left after a power
 * cut. The environment:
 *   DISK_FOLDER   the folder, as realpath has it; whatever lies elsewhere is not touched
 *   DISK_CONTROL  a file of CONTROL_BYTES that is mapped into memory here and by who tests: `struct control`
 *   DISK_SHADOW   a folder in which is kept what has been flushed; without it nothing is
 *
 * What is written by a file that is mapped into memory is not seen; no file of the games is.
 */

#define _GNU_SOURCE
#define _LARGEFILE64_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define CONTROL_BYTES 4096
#define SECTOR 512
#define PAGE_OF_THE_KERNEL 4096
#define FDS 65536
#define MATCH 48

/* The order is that of `Fault` in disk.py. */
enum { READ, FLIP, WRITE, FULL, SHORT, FLUSH, LIE, OPEN, NAME, KILL, FAULTS };

struct fault {
  int64_t after; /* so many pass first */
  int64_t times; /* 0 never, -1 always */
  int64_t hits;  /* how often it has struck */
  char match[MATCH]; /* how the name of the file ends; empty for every file and for the folders */
};

struct control {
  int64_t room; /* bytes by which files may yet grow; -1 for no end */
  int64_t chance; /* state of the chance that picks a bit */
  int64_t reads, writes, flushes, unlinks, renames;
  int64_t asleep; /* not 0: nothing strikes, and what happens is not noted */
  struct fault faults[FAULTS];
};

/* One file: what it is called in the shadow, and which sectors have been written since the last flush. */
struct file {
  ino_t inode;
  int number;
  unsigned char *dirty;
  int64_t sectors;
  int64_t flushed; /* bytes in the shadow; -1: no shadow of it yet */
  int is_folder;
  char name[PATH_MAX];
};

static char folder[PATH_MAX], shadow[PATH_MAX];
static size_t folder_length;
static struct control *control;
static int log_of_names = -1;
static struct file **files;
static int file_count, file_room;
static pid_t own; /* a child between vfork and exec shares this memory, and must leave it alone */
static int file_of[FDS]; /* 0 for none, else its index in `files` and one */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) __extension__({ \
  static __typeof__(&name) found; \
  if (!found) found = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
  found; })

static void complain(const char *what);

static void open_the_log(void) {
  char path[PATH_MAX + 16];
  snprintf(path, sizeof path, "%s/names", shadow);
  log_of_names = REAL(open64)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* A child of a fork is a process of its own, and may be of a round of its own. */
static void born(void) {
  own = getpid();
  pthread_mutex_init(&mutex, NULL);
  memset(file_of, 0, sizeof file_of);
  file_count = 0;
  if (log_of_names >= 0) REAL(close)(log_of_names);
  log_of_names = -1;
  if (*shadow) open_the_log(); /* without a folder there is nothing to remember */
}

static void complain(const char *what) {
  REAL(write)(2, "disk.c: ", 8);
  REAL(write)(2, what, strlen(what));
  REAL(write)(2, "\n", 1);
  _exit(99);
}

__attribute__((constructor)) static void begin(void) {
  const char *where = getenv("DISK_FOLDER"), *told = getenv("DISK_CONTROL"), *kept = getenv("DISK_SHADOW");
  if (!where || !told) return;
  own = getpid();
  folder_length = strlen(where);
  if (folder_length >= sizeof folder) complain("the name of the folder is too long");
  memcpy(folder, where, folder_length + 1);
  int handle = REAL(open64)(told, O_RDWR | O_CLOEXEC);
  if (handle < 0) complain("DISK_CONTROL cannot be opened");
  control = mmap(NULL, CONTROL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
  if (control == MAP_FAILED) complain("DISK_CONTROL cannot be mapped");
  REAL(close)(handle);
  if (kept) {
    snprintf(shadow, sizeof shadow, "%s", kept);
    open_the_log();
    if (log_of_names < 0) complain("DISK_SHADOW cannot be written");
  }
  pthread_atfork(NULL, NULL, born);
}

/* ------------------------------------------------------------------ which files */

static int within(const char *path) {
  return control && !control->asleep && !strncmp(path, folder, folder_length) && (path[folder_length] == '/' || !path[folder_length]);
}

static const char *relative(const char *path) { return path[folder_length] ? path + folder_length + 1 : "."; }

/* The whole path of a name that need not exist; its folder must. */
static int resolve(int at, const char *name, char out[PATH_MAX]) {
  char whole[PATH_MAX * 2], parent[PATH_MAX];
  if (name[0] == '/') snprintf(whole, sizeof whole, "%s", name);
  else {
    char base[PATH_MAX];
    if (at == AT_FDCWD) {
      if (!getcwd(base, sizeof base)) return 0;
    } else {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", at);
      ssize_t length = readlink(link, base, sizeof base - 1);
      if (length < 0) return 0;
      base[length] = 0;
    }
    snprintf(whole, sizeof whole, "%s/%s", base, name);
  }
  char *last = strrchr(whole, '/');
  if (!last) return 0;
  *last = 0;
  if (!realpath(*whole ? whole : "/", parent)) return 0;
  int length = snprintf(out, PATH_MAX, "%s/%s", strcmp(parent, "/") ? parent : "", last + 1);
  return length < PATH_MAX;
}

static struct file *held(int fd) {
  if (!control || fd < 0 || fd >= FDS) return NULL;
  int index = __atomic_load_n(&file_of[fd], __ATOMIC_ACQUIRE);
  return index ? files[index - 1] : NULL;
}

static void note(const char *format, ...) {
  if (log_of_names < 0) return;
  char line[PATH_MAX * 2 + 64];
  va_list rest;
  va_start(rest, format);
  int length = vsnprintf(line, sizeof line, format, rest);
  va_end(rest);
  REAL(write)(log_of_names, line, (size_t)length);
}

static int shadow_of(const struct file *file) {
  char path[PATH_MAX + 64];
  snprintf(path, sizeof path, "%s/%d-%d", shadow, (int)getpid(), file->number);
  return REAL(open64)(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
}

/* Read through a handle of our own: one that is only written cannot be read. */
static int again(int fd) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  return REAL(open64)(link, O_RDONLY | O_CLOEXEC);
}

static void carry(int from, int to, int64_t offset, int64_t length) {
  char buffer[65536];
  while (length > 0) {
    ssize_t got = REAL(pread64)(from, buffer, length < (int64_t)sizeof buffer ? (size_t)length : sizeof buffer, offset);
    if (got <= 0) return;
    if (REAL(pwrite64)(to, buffer, (size_t)got, offset) != got) complain("the shadow cannot be written");
    offset += got;
    length -= got;
  }
}

/* What is written since the last flush is on the disk now. Holding the mutex. */
static void keep(struct file *file, int fd) {
  struct stat64 found;
  if (log_of_names < 0 || file->is_folder || fstat64(fd, &found)) return;
  int to = shadow_of(file), from = again(fd);
  if (to < 0 || from < 0) complain("the shadow cannot be opened");
  if (file->flushed < 0) carry(from, to, 0, found.st_size);
  for (int64_t at = 0; file->flushed >= 0 && at < file->sectors; at++) {
    int64_t first = at;
    while (at < file->sectors && file->dirty[at]) at++;
    if (at > first) carry(from, to, first * SECTOR, (at - first) * SECTOR);
  }
  if (REAL(ftruncate64)(to, found.st_size)) complain("the shadow cannot be cut");
  REAL(close)(to);
  REAL(close)(from);
  file->flushed = found.st_size;
  if (file->dirty) memset(file->dirty, 0, (size_t)file->sectors);
}

static void touch(struct file *file, int64_t offset, int64_t length) {
  if (log_of_names < 0 || length <= 0) return;
  int64_t last = (offset + length - 1) / SECTOR;
  if (last >= file->sectors) {
    int64_t more = last + 256;
    file->dirty = realloc(file->dirty, (size_t)more);
    if (!file->dirty) complain("no memory");
    memset(file->dirty + file->sectors, 0, (size_t)(more - file->sectors));
    file->sectors = more;
  }
  memset(file->dirty + offset / SECTOR, 1, (size_t)(last - offset / SECTOR + 1));
}

/* The file behind a handle that has just been opened; where it is new, its name is noted. Holding the mutex. */
static void meet(int fd, const char *path, int existed, int64_t size) {
  struct stat64 found;
  if (fd >= FDS || fstat64(fd, &found)) return;
  int is_folder = S_ISDIR(found.st_mode);
  if (!is_folder && !S_ISREG(found.st_mode)) return;
  int index = 0;
  while (index < file_count && files[index]->inode != found.st_ino) index++;
  if (index == file_count) {
    if (file_count == file_room) {
      /* Others read the old array without the mutex: it is left to them. */
      struct file **more = malloc(sizeof *files * (size_t)(file_room * 2 + 256));
      if (!more) complain("no memory");
      if (file_count) memcpy(more, files, sizeof *files * (size_t)file_count);
      files = more;
      file_room = file_room * 2 + 256;
    }
    struct file *file = calloc(1, sizeof *file);
    if (!file) complain("no memory");
    file->inode = found.st_ino;
    file->number = file_count + 1;
    file->flushed = -1;
    file->is_folder = is_folder;
    snprintf(file->name, sizeof file->name, "%s", relative(path));
    files[file_count++] = file;
    if (!is_folder && log_of_names >= 0) {
      if (existed && size == found.st_size) keep(file, fd); /* what lay there before was on the disk */
      else file->flushed = 0;
      note("%s\t%d-%d\t%s\n", existed ? "have" : "new", (int)getpid(), file->number, file->name);
    }
  }
  __atomic_store_n(&file_of[fd], index + 1, __ATOMIC_RELEASE);
}

static void forget(const char *path) {
  struct stat64 found;
  if (lstat64(path, &found) || found.st_nlink > 1) return;
  for (int each = 0; each < file_count; each++)
    if (files[each]->inode == found.st_ino) files[each]->inode = 0; /* the next file may get its number */
  if (control->room >= 0 && S_ISREG(found.st_mode)) control->room += found.st_size;
}

/* ------------------------------------------------------------------ whether it strikes */

static int armed(int which) { return control && __atomic_load_n(&control->faults[which].times, __ATOMIC_ACQUIRE); }

/* Holding the mutex. */
static int strikes(int which, const char *name) {
  struct fault *fault = &control->faults[which];
  if (!fault->times) return 0;
  size_t length = strlen(name), wanted = strnlen(fault->match, MATCH);
  if (wanted > length || memcmp(name + length - wanted, fault->match, wanted)) return 0;
  if (fault->after > 0) {
    fault->after--;
    return 0;
  }
  if (fault->times > 0) fault->times--;
  fault->hits++;
  return 1;
}

/* Whether this is the moment at which the process ends, as by `kill -9`. Holding the mutex. */
static void maybe_the_end(const char *name) {
  if (strikes(KILL, name)) kill(getpid(), SIGKILL);
}

static uint64_t chance(void) {
  uint64_t state = (uint64_t)control->chance + 0x9e3779b97f4a7c15u;
  control->chance = (int64_t)state;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
  state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
  return state ^ (state >> 31);
}

/* ------------------------------------------------------------------ opening */

static int opened(int at, const char *name, int flags, mode_t mode) {
  char path[PATH_MAX];
  int existed = 0;
  struct stat64 before = {0};
  if (!control || !resolve(at, name, path) || !within(path)) return REAL(openat64)(at, name, flags, mode);
  pthread_mutex_lock(&mutex);
  existed = !stat64(path, &before);
  if ((flags & O_CREAT) && !existed) maybe_the_end(path);
  if (strikes(OPEN, path)) {
    pthread_mutex_unlock(&mutex);
    errno = EIO;
    return -1;
  }
  if ((flags & O_CREAT) && !existed && control->room == 0) {
    pthread_mutex_unlock(&mutex);
    errno = ENOSPC;
    return -1;
  }
  int fd = REAL(openat64)(at, name, flags, mode);
  if (fd >= 0) {
    int saved = errno;
    meet(fd, path, existed, before.st_size);
    if ((flags & O_TRUNC) && existed && control->room >= 0) control->room += before.st_size;
    errno = saved;
  }
  pthread_mutex_unlock(&mutex);
  return fd;
}

#define MODE(flags) __extension__({ \
  mode_t given = 0; \
  if (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE) { va_list rest; va_start(rest, flags); given = va_arg(rest, mode_t); va_end(rest); } \
  given; })

int open(const char *name, int flags, ...) { return opened(AT_FDCWD, name, flags, MODE(flags)); }
int open64(const char *name, int flags, ...) { return opened(AT_FDCWD, name, flags | O_LARGEFILE, MODE(flags)); }
int openat(int at, const char *name, int flags, ...) { return opened(at, name, flags, MODE(flags)); }
int openat64(int at, const char *name, int flags, ...) { return opened(at, name, flags | O_LARGEFILE, MODE(flags)); }
int __open_2(const char *name, int flags) { return opened(AT_FDCWD, name, flags, 0); }
int __open64_2(const char *name, int flags) { return opened(AT_FDCWD, name, flags | O_LARGEFILE, 0); }
int creat64(const char *name, mode_t mode) { return opened(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat(const char *name, mode_t mode) { return creat64(name, mode); }

int close(int fd) {
  if (held(fd) && getpid() == own) __atomic_store_n(&file_of[fd], 0, __ATOMIC_RELEASE);
  return REAL(close)(fd);
}

int dup2(int from, int to) {
  int made = REAL(dup2)(from, to);
  if (held(from) && made >= 0 && made < FDS && getpid() == own) file_of[made] = file_of[from];
  return made;
}

/* ------------------------------------------------------------------ reading */

static int unreadable(struct file *file) {
  if (!armed(READ)) return 0;
  pthread_mutex_lock(&mutex);
  int struck = strikes(READ, file->name);
  pthread_mutex_unlock(&mutex);
  if (struck) errno = EIO;
  return struck;
}

static ssize_t flipped(struct file *file, void *buffer, ssize_t got) {
  __atomic_add_fetch(&control->reads, 1, __ATOMIC_RELAXED);
  if (got <= 0 || !armed(FLIP)) return got;
  pthread_mutex_lock(&mutex);
  if (strikes(FLIP, file->name)) {
    uint64_t bit = chance() % ((uint64_t)got * 8);
    ((unsigned char *)buffer)[bit / 8] ^= (unsigned char)(1 << (bit % 8));
  }
  pthread_mutex_unlock(&mutex);
  return got;
}

ssize_t read(int fd, void *buffer, size_t length) {
  struct file *file = held(fd);
  if (!file) return REAL(read)(fd, buffer, length);
  return unreadable(file) ? -1 : flipped(file, buffer, REAL(read)(fd, buffer, length));
}

ssize_t pread64(int fd, void *buffer, size_t length, off64_t offset) {
  struct file *file = held(fd);
  if (!file) return REAL(pread64)(fd, buffer, length, offset);
  return unreadable(file) ? -1 : flipped(file, buffer, REAL(pread64)(fd, buffer, length, offset));
}

ssize_t pread(int fd, void *buffer, size_t length, off_t offset) { return pread64(fd, buffer, length, offset); }
ssize_t __read_chk(int fd, void *buffer, size_t length, size_t room) { (void)room; return read(fd, buffer, length); }
ssize_t __pread64_chk(int fd, void *buffer, size_t length, off64_t offset, size_t room) {
  (void)room;
  return pread64(fd, buffer, length, offset);
}

ssize_t readv(int fd, const struct iovec *parts, int count) {
  struct file *file = held(fd);
  if (file && unreadable(file)) return -1;
  return REAL(readv)(fd, parts, count);
}

/* ------------------------------------------------------------------ writing */

/* offset: -1 for where the handle stands. */
static ssize_t written(struct file *file, int fd, const void *buffer, size_t length, off64_t offset) {
  int saved = 0;
  ssize_t done = -1;
  struct stat64 found = {0};
  pthread_mutex_lock(&mutex);
  control->writes++;
  fstat64(fd, &found);
  int64_t start = offset;
  if (offset < 0) start = fcntl(fd, F_GETFL) & O_APPEND ? found.st_size : lseek64(fd, 0, SEEK_CUR);
  if (strikes(KILL, file->name)) { /* before the write, or between two pages of it: the kernel looks only there */
    int64_t pages = (start + (int64_t)length - 1) / PAGE_OF_THE_KERNEL - start / PAGE_OF_THE_KERNEL;
    int64_t end = (start / PAGE_OF_THE_KERNEL + (pages > 0 ? (int64_t)(chance() % (uint64_t)(pages + 1)) : 0)) * PAGE_OF_THE_KERNEL;
    if (end > start && offset >= 0) REAL(pwrite64)(fd, buffer, (size_t)(end - start), offset);
    else if (end > start) REAL(write)(fd, buffer, (size_t)(end - start));
    kill(getpid(), SIGKILL);
  }
  if (strikes(WRITE, file->name)) saved = EIO;
  else if (strikes(FULL, file->name)) saved = ENOSPC;
  else {
    if (length > 1 && strikes(SHORT, file->name)) length /= 2;
    int64_t growth = start + (int64_t)length - found.st_size;
    if (control->room >= 0 && growth > control->room) {
      int64_t fits = (int64_t)length - (growth - control->room);
      if (fits <= 0) saved = ENOSPC;
      else length = (size_t)fits;
    }
    if (!saved) {
      done = offset < 0 ? REAL(write)(fd, buffer, length) : REAL(pwrite64)(fd, buffer, length, offset);
      saved = errno;
      if (done > 0) {
        touch(file, start, done);
        growth = start + done - found.st_size;
        if (control->room >= 0 && growth > 0) control->room -= growth;
      }
    }
  }
  pthread_mutex_unlock(&mutex);
  errno = saved;
  return done;
}

ssize_t write(int fd, const void *buffer, size_t length) {
  struct file *file = held(fd);
  return file ? written(file, fd, buffer, length, -1) : REAL(write)(fd, buffer, length);
}

ssize_t pwrite64(int fd, const void *buffer, size_t length, off64_t offset) {
  struct file *file = held(fd);
  return file ? written(file, fd, buffer, length, offset) : REAL(pwrite64)(fd, buffer, length, offset);
}

ssize_t pwrite(int fd, const void *buffer, size_t length, off_t offset) { return pwrite64(fd, buffer, length, offset); }

ssize_t writev(int fd, const struct iovec *parts, int count) {
  struct file *file = held(fd);
  if (!file) return REAL(writev)(fd, parts, count);
  ssize_t all = 0;
  for (int each = 0; each < count; each++) {
    ssize_t done = written(file, fd, parts[each].iov_base, parts[each].iov_len, -1);
    if (done < 0) return all ? all : -1;
    all += done;
    if ((size_t)done < parts[each].iov_len) break;
  }
  return all;
}

/* Who copies so falls back on reading and writing, which are seen. */
ssize_t sendfile64(int to, int from, off64_t *offset, size_t length) {
  if (held(to) || held(from)) { errno = EINVAL; return -1; }
  return REAL(sendfile64)(to, from, offset, length);
}

ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *where, size_t length, unsigned flags) {
  if (held(to) || held(from)) { errno = ENOSYS; return -1; }
  return REAL(copy_file_range)(from, at, to, where, length, flags);
}

int posix_fallocate64(int fd, off64_t offset, off64_t length) {
  struct file *file = held(fd);
  if (!file) return REAL(posix_fallocate64)(fd, offset, length);
  struct stat64 found;
  if (fstat64(fd, &found)) return errno;
  pthread_mutex_lock(&mutex);
  int64_t growth = offset + length - found.st_size;
  int refused = strikes(FULL, file->name) || (control->room >= 0 && growth > control->room) ? ENOSPC : 0;
  if (!refused) {
    refused = REAL(posix_fallocate64)(fd, offset, length);
    if (!refused && control->room >= 0 && growth > 0) control->room -= growth;
  }
  pthread_mutex_unlock(&mutex);
  return refused;
}

int posix_fallocate(int fd, off_t offset, off_t length) { return posix_fallocate64(fd, offset, length); }

int ftruncate64(int fd, off64_t length) {
  struct file *file = held(fd);
  if (!file) return REAL(ftruncate64)(fd, length);
  struct stat64 found = {0};
  pthread_mutex_lock(&mutex);
  maybe_the_end(file->name);
  fstat64(fd, &found);
  int failed = strikes(WRITE, file->name), saved = EIO;
  if (!failed) {
    failed = REAL(ftruncate64)(fd, length);
    saved = errno;
    if (!failed && length < found.st_size) { /* what is cut off comes back as zeros where the file grows again */
      if (control->room >= 0) control->room += found.st_size - length;
      touch(file, length, found.st_size - length);
    }
  }
  pthread_mutex_unlock(&mutex);
  errno = saved;
  return failed ? -1 : 0;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

/* ------------------------------------------------------------------ flushing */

static int flushed(int fd, int with_all) {
  struct file *file = held(fd);
  if (!file) return with_all ? REAL(fsync)(fd) : REAL(fdatasync)(fd);
  pthread_mutex_lock(&mutex);
  control->flushes++;
  maybe_the_end(file->name);
  int lies = strikes(LIE, file->name);
  int fails = !lies && strikes(FLUSH, file->name);
  /* As Linux does: what could not be written is forgotten, and the next flush finds nothing to do. */
  if (fails && file->dirty) memset(file->dirty, 0, (size_t)file->sectors);
  if (!lies && !fails) {
    keep(file, fd);
    if (file->is_folder) note("folder\t%s\n", file->name);
    else note("flush\t%d-%d\n", (int)getpid(), file->number);
  }
  pthread_mutex_unlock(&mutex);
  if (fails) errno = EIO;
  return fails ? -1 : 0;
}

int fsync(int fd) { return flushed(fd, 1); }
int fdatasync(int fd) { return flushed(fd, 0); }

/* ------------------------------------------------------------------ names */

static int unlinked(int at, const char *name, int flags) {
  char path[PATH_MAX];
  if (!control || !resolve(at, name, path) || !within(path)) return REAL(unlinkat)(at, name, flags);
  pthread_mutex_lock(&mutex);
  maybe_the_end(path);
  int failed = strikes(NAME, path), saved = EIO;
  if (!failed) {
    if (!(flags & AT_REMOVEDIR)) forget(path);
    failed = REAL(unlinkat)(at, name, flags);
    saved = errno;
    if (!failed) {
      control->unlinks++;
      note("gone\t%s\n", relative(path));
    }
  }
  pthread_mutex_unlock(&mutex);
  errno = saved;
  return failed ? -1 : 0;
}

int unlink(const char *name) { return unlinked(AT_FDCWD, name, 0); }
int unlinkat(int at, const char *name, int flags) { return unlinked(at, name, flags); }

static int renamed(int at, const char *old, int to, const char *new) {
  char from[PATH_MAX], into[PATH_MAX];
  if (!control || !resolve(at, old, from) || !resolve(to, new, into) || !within(from) || !within(into))
    return REAL(renameat)(at, old, to, new);
  pthread_mutex_lock(&mutex);
  maybe_the_end(into);
  int failed = strikes(NAME, into), saved = EIO;
  if (!failed) {
    struct stat64 found;
    if (!lstat64(into, &found)) forget(into);
    failed = REAL(renameat)(at, old, to, new);
    saved = errno;
    if (!failed) {
      control->renames++;
      if (!stat64(into, &found))
        for (int each = 0; each < file_count; each++)
          if (files[each]->inode == found.st_ino)
            snprintf(files[each]->name, sizeof files[each]->name, "%s", relative(into));
      note("move\t%s\t%s\n", relative(from), relative(into));
    }
  }
  pthread_mutex_unlock(&mutex);
  errno = saved;
  return failed ? -1 : 0;
}

int rename(const char *old, const char *new) { return renamed(AT_FDCWD, old, AT_FDCWD, new); }
int renameat(int at, const char *old, int to, const char *new) { return renamed(at, old, to, new); }

/* ------------------------------------------------------------------ how much room */

static int roomy(struct statvfs64 *found) {
  if (control->room >= 0) {
    found->f_bavail = found->f_bfree = (fsblkcnt64_t)control->room / found->f_frsize;
  }
  return 0;
}

int statvfs64(const char *name, struct statvfs64 *found) {
  char path[PATH_MAX];
  int failed = REAL(statvfs64)(name, found);
  return failed || !control || !realpath(name, path) || !within(path) ? failed : roomy(found);
}

int fstatvfs64(int fd, struct statvfs64 *found) {
  int failed = REAL(fstatvfs64)(fd, found);
  return failed || !held(fd) ? failed : roomy(found);
}
