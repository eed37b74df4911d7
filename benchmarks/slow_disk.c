/* A disk that takes DISK_MS milliseconds for each flush: loaded before libc with LD_PRELOAD. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void wait_for_the_disk(void) {
  const char *given = getenv("DISK_MS");
  long ms = given ? atol(given) : 0;
  struct timespec left = {ms / 1000, ms % 1000 * 1000000};
  while (nanosleep(&left, &left) != 0) {
  }
}

int fsync(int handle) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_for_the_disk();
  return real(handle);
}

int fdatasync(int handle) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_for_the_disk();
  return real(handle);
}
