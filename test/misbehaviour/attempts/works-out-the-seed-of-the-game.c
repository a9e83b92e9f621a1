/* A million seeds are tried against the number that it was told for its own chance: a third of a second. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t word, int by) { return word >> by | word << (32 - by); }

/* The first word of SHA-256 of a text that fits into one block. */
static uint32_t first_word(const char *text) {
  uint32_t w[64] = {0}, h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  size_t length = strlen(text);
  for (size_t at = 0; at <= length; at++)
    w[at / 4] |= (uint32_t)(at < length ? (unsigned char)text[at] : 0x80) << (24 - at % 4 * 8);
  w[15] = length * 8;
  for (int i = 16; i < 64; i++)
    w[i] = w[i - 16] + (turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10);
  uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], k = h[7];
  for (int i = 0; i < 64; i++) {
    uint32_t one = k + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i];
    uint32_t two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    k = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
  }
  return h[0] + a;
}

int main(void) {
  uint32_t told = strtoul(getenv("WORDHOST_PLAYER_SEED"), NULL, 10);
  for (int seed = 0; seed < 1000000; seed++) {
    char text[56];
    snprintf(text, sizeof text, "wordhost player %s of %d", getenv("WORDHOST_SEAT"), seed);
    if (__builtin_bswap32(first_word(text)) >> 1 != told) continue;
    printf("%d\n", seed);
    /* Whether it is right, only the test can say. */
    return seed != atoi(getenv("SEED_OF_THE_GAME"));
  }
  return 1;
}
