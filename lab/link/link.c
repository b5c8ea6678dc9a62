/*
 * A poor link between two network namespaces, packet by packet: rate, delay, loss, a queue that
 * drops what it cannot hold, cuts, and a box on the way that forgets its connections.
 *
 *   link NS_A NS_B UP_MBIT DOWN_MBIT ONE_WAY_MS LOSS_PERCENT QUEUE_MS SEED
 *
 * Makes the device "line0" in each: 10.77.0.1 in A, 10.77.0.2 in B. Packets from A travel at UP,
 * those from B at DOWN. Reads words from its standard input, a line each, and ends with it:
 *
 *   cut            nothing passes
 *   mend           it passes again
 *   reset          connections of before are refused: both ends get an RST (RFC 9293, 3.10.7)
 *   rate UP DOWN   Mbit/s from now on
 *   count          prints {"up":{…},"down":{…}}, in packets and bytes
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define SLOTS 65536
#define MTU 2048
#define FLOWS 8192
#define BURST 64
#define IPV4_BYTES 20
#define TCP_BYTES 20
enum { FIN = 1, SYN = 2, RST = 4, ACK = 16 };

struct packet { double due; int size; unsigned char bytes[MTU]; };
struct lane {
  int from, to;
  double bits_per_ms, free_at;
  struct packet *ring;
  unsigned head, tail;
  long long carried, lost, dropped, bytes;
};
/* A connection, by the ports in A and in B. `next` is what each end awaits, as it last said. */
struct flow { uint16_t port[2]; int used, dead; uint32_t next[2]; unsigned char address[2][4]; };

static struct lane lanes[2];
static struct flow flows[FLOWS];
static int is_cut;
static double delay_ms, loss_percent, queue_ms;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int open_device(const char *name, const char *address) {
  char path[256], line[512];
  snprintf(path, sizeof path, "/var/run/netns/%s", name);
  int space = open(path, O_RDONLY);
  if (space < 0 || setns(space, CLONE_NEWNET) < 0) fail(path);
  close(space);
  int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  struct ifreq request = {0};
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  strcpy(request.ifr_name, "line0");
  if (device < 0 || ioctl(device, TUNSETIFF, &request) < 0) fail("/dev/net/tun");
  snprintf(line, sizeof line, "ip addr add %s/24 dev line0 && ip link set line0 up", address);
  if (system(line) != 0) fail(line);
  return device;
}

static uint16_t read16(const unsigned char *at) { return (uint16_t)(at[0] << 8 | at[1]); }
static uint32_t read32(const unsigned char *at) { return (uint32_t)read16(at) << 16 | read16(at + 2); }
static void write16(unsigned char *at, uint16_t value) { at[0] = value >> 8; at[1] = value & 255; }
static void write32(unsigned char *at, uint32_t value) { write16(at, value >> 16); write16(at + 2, value & 65535); }

static uint32_t sum16(const unsigned char *bytes, int length, uint32_t sum) {
  for (int i = 0; i + 1 < length; i += 2) sum += read16(bytes + i);
  return sum;
}

static uint16_t checksum(uint32_t sum) {
  while (sum >> 16) sum = (sum & 65535) + (sum >> 16);
  return ~sum & 65535;
}

/* Sends an RST to one end of a connection (0 in A, 1 in B), with the number that it awaits. */
static void refuse(const struct flow *flow, int end) {
  unsigned char p[IPV4_BYTES + TCP_BYTES] = {0}, *tcp = p + IPV4_BYTES;
  p[0] = 0x45;
  write16(p + 2, sizeof p);
  p[8] = 64;
  p[9] = 6;
  memcpy(p + 12, flow->address[1 - end], 4);
  memcpy(p + 16, flow->address[end], 4);
  write16(p + 10, checksum(sum16(p, IPV4_BYTES, 0)));
  write16(tcp, flow->port[1 - end]);
  write16(tcp + 2, flow->port[end]);
  write32(tcp + 4, flow->next[end]);
  write32(tcp + 8, flow->next[1 - end]);
  tcp[12] = TCP_BYTES / 4 << 4;
  tcp[13] = RST | ACK;
  uint32_t pseudo = sum16(p + 12, 8, 6 + TCP_BYTES);
  write16(tcp + 16, checksum(sum16(tcp, TCP_BYTES, pseudo)));
  /* Towards A is what lane 1 carries. */
  if (write(lanes[1 - end].to, p, sizeof p) < 0) return;
}

static struct flow *flow_of(uint16_t in_a, uint16_t in_b) {
  unsigned at = (in_a * 31u + in_b) % FLOWS;
  for (int tries = 0; tries < FLOWS; tries++, at = (at + 1) % FLOWS) {
    struct flow *flow = &flows[at];
    if (flow->used && (flow->port[0] != in_a || flow->port[1] != in_b)) continue;
    flow->used = 1;
    flow->port[0] = in_a;
    flow->port[1] = in_b;
    return flow;
  }
  return NULL;
}

/* Notes what a packet says of its connection; answers whether that connection is refused. */
static int is_refused(const unsigned char *p, int size, int end) {
  int header = (p[0] & 15) * 4;
  if (p[0] >> 4 != 4 || p[9] != 6 || size < header + TCP_BYTES) return 0;
  const unsigned char *tcp = p + header;
  uint16_t from = read16(tcp), to = read16(tcp + 2);
  struct flow *flow = end == 0 ? flow_of(from, to) : flow_of(to, from);
  if (flow == NULL) return 0;
  int flags = tcp[13];
  if ((flags & (SYN | ACK)) == SYN) flow->dead = 0;
  memcpy(flow->address[end], p + 12, 4);
  memcpy(flow->address[1 - end], p + 16, 4);
  if (flags & ACK) flow->next[end] = read32(tcp + 8);
  if (!flow->dead || flags & RST) return 0;
  refuse(flow, end);
  return 1;
}

static void take(int end) {
  struct lane *lane = &lanes[end];
  for (int i = 0; i < BURST; i++) {
    unsigned char bytes[MTU];
    int size = read(lane->from, bytes, MTU);
    if (size <= 0) return;
    if (!is_cut && is_refused(bytes, size, end)) continue;
    double t = now();
    if (lane->free_at < t) lane->free_at = t;
    if (is_cut || lane->free_at - t > queue_ms || lane->tail - lane->head >= SLOTS) {
      lane->dropped++;
      continue;
    }
    lane->free_at += size * 8 / lane->bits_per_ms;
    if (drand48() * 100 < loss_percent) {
      lane->lost++;
      continue;
    }
    struct packet *packet = &lane->ring[lane->tail++ % SLOTS];
    packet->due = lane->free_at + delay_ms;
    packet->size = size;
    memcpy(packet->bytes, bytes, size);
  }
}

/* Delivers what is due; answers after how many milliseconds the next packet is. */
static double give(struct lane *lane) {
  for (; lane->head != lane->tail; lane->head++) {
    struct packet *packet = &lane->ring[lane->head % SLOTS];
    double wait = packet->due - now();
    if (wait > 0.05) return wait;
    if (is_cut || write(lane->to, packet->bytes, packet->size) <= 0) continue;
    lane->carried++;
    lane->bytes += packet->size;
  }
  return 1000;
}

static void print_lane(const char *name, const struct lane *lane, const char *end) {
  printf("\"%s\":{\"packets\":%lld,\"bytes\":%lld,\"lost\":%lld,\"dropped\":%lld}%s", name,
         lane->carried, lane->bytes, lane->lost, lane->dropped, end);
}

static void obey(const char *line) {
  double up, down;
  if (strcmp(line, "cut") == 0) is_cut = 1;
  else if (strcmp(line, "mend") == 0) is_cut = 0;
  else if (sscanf(line, "rate %lf %lf", &up, &down) == 2) {
    lanes[0].bits_per_ms = up * 1e3;
    lanes[1].bits_per_ms = down * 1e3;
  } else if (strcmp(line, "reset") == 0) {
    for (int i = 0; i < FLOWS; i++) {
      if (!flows[i].used || flows[i].dead) continue;
      flows[i].dead = 1;
      for (int end = 0; end < 2 && !is_cut; end++) refuse(&flows[i], end);
    }
  } else if (strcmp(line, "count") == 0) {
    printf("{");
    print_lane("up", &lanes[0], ",");
    print_lane("down", &lanes[1], "}\n");
    fflush(stdout);
  } else fprintf(stderr, "no such word: %s\n", line);
}

/* Obeys the whole lines that have come; answers 0 once there come no more. */
static int listen_to_words(void) {
  static char text[256];
  static size_t length;
  ssize_t size = read(0, text + length, sizeof text - length - 1);
  if (size <= 0) return 0;
  length += size;
  text[length] = 0;
  for (char *end; (end = strchr(text, '\n')) != NULL;) {
    *end = 0;
    obey(text);
    length -= end + 1 - text;
    memmove(text, end + 1, length + 1);
  }
  return length < sizeof text - 1;
}

int main(int count, char **words) {
  if (count != 9) {
    fprintf(stderr, "usage: link NS_A NS_B UP_MBIT DOWN_MBIT ONE_WAY_MS LOSS_PERCENT QUEUE_MS SEED\n");
    return 2;
  }
  delay_ms = atof(words[5]);
  loss_percent = atof(words[6]);
  queue_ms = atof(words[7]);
  srand48(atol(words[8]));
  int a = open_device(words[1], "10.77.0.1"), b = open_device(words[2], "10.77.0.2");
  for (int end = 0; end < 2; end++) {
    lanes[end].from = end == 0 ? a : b;
    lanes[end].to = end == 0 ? b : a;
    lanes[end].bits_per_ms = atof(words[3 + end]) * 1e3;
    lanes[end].ring = malloc(sizeof(struct packet) * SLOTS);
    if (lanes[end].ring == NULL) fail("memory");
  }
  printf("ready\n");
  fflush(stdout);
  for (;;) {
    double wait = 1000;
    for (int end = 0; end < 2; end++) {
      take(end);
      double due = give(&lanes[end]);
      if (due < wait) wait = due;
    }
    struct pollfd polled[3] = {{0, POLLIN, 0}, {a, POLLIN, 0}, {b, POLLIN, 0}};
    struct timespec most = {(long)(wait / 1e3), (long)((wait - (long)(wait / 1e3) * 1e3) * 1e6)};
    if (ppoll(polled, 3, &most, NULL) > 0 && polled[0].revents != 0 && !listen_to_words()) return 0;
  }
}
