#!/bin/sh
# Gradient descent on w*w, in awk: 9 epochs, one line each. It does not know FlexHB.
#   train.sh LR MOMENTUM
exec awk -v lr="$1" -v momentum="$2" 'BEGIN {
  w = 1; speed = 0
  for (epoch = 1; epoch <= 9; epoch++) {
    speed = momentum * speed - lr * 2 * w
    w += speed
    printf "epoch %d/9 loss=%.6g\n", epoch, w * w
    fflush()
    system("sleep 0.1")
  }
}'
