/* Steepest descent on Rosenbrock's function. It saves where it is, and goes on from there.
 *   cc -O2 -o train train.c
 *   ./train STEP MOMENTUM UNTIL FOLDER [CHECKPOINT]
 */
#include <stdio.h>
#include <stdlib.h>

static void open_in(const char *folder, const char *mode, FILE **file) {
  char path[4096];
  snprintf(path, sizeof path, "%s/state", folder);
  *file = fopen(path, mode);
  if (!*file) {
    perror(path);
    exit(1);
  }
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: train STEP MOMENTUM UNTIL FOLDER [CHECKPOINT]\n");
    return 2;
  }
  double step = atof(argv[1]), momentum = atof(argv[2]);
  double x = -1, y = 1.5, vx = 0, vy = 0;
  long epoch = 0, until = atol(argv[3]);
  FILE *file;
  if (argc > 5) {
    open_in(argv[5], "r", &file);
    if (fscanf(file, "%ld %lf %lf %lf %lf", &epoch, &x, &y, &vx, &vy) != 5) {
      fprintf(stderr, "%s is not a checkpoint\n", argv[5]);
      return 1;
    }
    fclose(file);
  }
  while (epoch < until) {
    for (int i = 0; i < 20; i++) {
      double r = y - x * x;
      vx = momentum * vx - step * (-400 * x * r - 2 * (1 - x));
      vy = momentum * vy - step * 200 * r;
      x += vx;
      y += vy;
    }
    printf("epoch=%ld loss=%.9g\n", ++epoch, 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x));
  }
  open_in(argv[4], "w", &file);
  fprintf(file, "%ld %.17g %.17g %.17g %.17g\n", epoch, x, y, vx, vy);
  return fclose(file) == 0 ? 0 : 1;
}
