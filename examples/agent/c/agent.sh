#!/bin/sh
# Runs a program for the study that saves its state and resumes from it.
# FLEXHB selects another launcher. Options are passed on to the agent.
cd "$(dirname "$0")" || exit
"${CC:-cc}" -O2 -o train train.c || exit
exec "${FLEXHB:-../../../flexhb}" agent --study c --slots 2 --boundary exit "$@" -- \
  ./train '{step}' '{momentum}' '{until}' '{folder}' '{checkpoint}'
