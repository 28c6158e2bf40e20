#!/bin/sh
# Joins the study with a script that knows nothing: it is suspended where the tuner has to decide.
# FLEXHB names another launcher, PYTHON another Python; options are passed on to the agent.
cd "$(dirname "$0")" || exit
exec "${FLEXHB:-../../../flexhb}" agent --study sklearn --slots 2 "$@" -- \
  "${PYTHON:-python3}" train.py --lr '{lr}' --units '{units}'
