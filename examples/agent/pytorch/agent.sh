#!/bin/sh
# Joins the study with a script that saves its state, two lines for that, and goes on from it.
# FLEXHB names another launcher, PYTHON another Python; options are passed on to the agent.
cd "$(dirname "$0")" || exit
exec "${FLEXHB:-../../../flexhb}" agent --study pytorch --slots 2 --boundary exit "$@" -- \
  "${PYTHON:-python3}" train.py --lr '{lr}' --hidden '{hidden}' --dropout '{dropout}' \
  --epochs '{until}' --save '{folder}' --load '{checkpoint}'
