#!/bin/sh
# Runs an unprepared script for the study. It is suspended where the tuner has to decide.
# FLEXHB selects another launcher, PYTHON another Python. Options are passed on to the agent.
cd "$(dirname "$0")" || exit
exec "${FLEXHB:-../../../flexhb}" agent --study sklearn --slots 2 "$@" -- \
  "${PYTHON:-python3}" train.py --lr '{lr}' --units '{units}'
