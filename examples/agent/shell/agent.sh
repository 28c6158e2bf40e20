#!/bin/sh
# Joins the study with a script that knows nothing: it is suspended where the tuner has to decide.
# FLEXHB names another launcher; options are passed on to the agent.
cd "$(dirname "$0")" || exit
exec "${FLEXHB:-../../../flexhb}" agent --study shell --slots 2 "$@" -- ./train.sh '{lr}' '{momentum}'
