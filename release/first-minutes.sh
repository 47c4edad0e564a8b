#!/bin/sh
# Records docs/images/first-minutes.svg, the first commands of README.md after the build, in a clone of the last commit:
# release/first-minutes.sh DIRECTORY [OPTION OF MAVEN...]
# DIRECTORY must not exist. Needs script (of util-linux), unzip and Python's web server; let nothing else run meanwhile.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir "$1"
directory=$(cd "$1" && pwd)
shift
git clone -q "$here/.." "$directory/dowser"
cd "$directory/dowser"
mvn -q -Pquick -pl crawler-cli -am package "$@"

cat >"$directory/session" <<'COMMANDS'
java -jar crawler-cli/target/dowser.jar quickstart
alias dowser='java -jar crawler-cli/target/dowser.jar'
dowser crawl --seed http://localhost:8000/ --stay-on host --topic transaction,rollback -n 30 -o found
head -6 found/pages.csv | cut -d, -f 1-2
dowser report found
COMMANDS
cat >"$directory/play" <<'PLAYER'
shopt -s expand_aliases
while read -r command <&3; do
  printf '$ '
  sleep 1
  printf '%s\n' "$command"
  sleep 1
  eval "$command" </dev/tty
  sleep 1
done 3<"$1"
printf '$ '
PLAYER
unzip -q crawler-lab/src/main/resources/web/manuals.zip -d "$directory/web"
python3 -m http.server 8000 --bind localhost --directory "$directory/web/www.sqlite.org" >"$directory/server.log" 2>&1 &
server=$!
trap 'kill $server' EXIT
script --quiet --return --log-out "$directory/output" --log-timing "$directory/timing" \
  --command "stty columns 104 rows 24; bash $directory/play $directory/session" </dev/null >/dev/null
java "$here/Cast.java" "$directory/output" "$directory/timing" >"$here/../docs/images/first-minutes.svg"
