#!/bin/sh
# Runs an unprepared script for the study. It is suspended where the tuner has to decide.
# FLEXHB selects another launcher. Options are passed on to the agent.
cd "$(dirname "$0")" || exit
exec "${FLEXHB:-../../../flexhb}" agent --study shell --slots 2 "$@" -- ./train.sh '{lr}' '{momentum}'
