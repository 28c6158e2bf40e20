#!/bin/sh
# Runs a script for the study that saves its state and resumes from it, which takes two lines.
# FLEXHB selects another launcher, PYTHON another Python. Options are passed on to the agent.
cd "$(dirname "$0")" || exit
exec "${FLEXHB:-../../../flexhb}" agent --study pytorch --slots 2 --boundary exit "$@" -- \
  "${PYTHON:-python3}" train.py --lr '{lr}' --hidden '{hidden}' --dropout '{dropout}' \
  --epochs '{until}' --save '{folder}' --load '{checkpoint}'
