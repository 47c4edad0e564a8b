#!/bin/sh
# Builds a release twice and compares all bytes, signatures left out, for they have the time:
# release/reproducible.sh VERSION DIRECTORY [OPTION OF MAVEN...]
set -eu
version=$1
mkdir "$2"
directory=$(cd "$2" && pwd)
shift 2
here=$(dirname "$0")
"$here/dry-run.sh" "$version" "$directory/first" "$@"
"$here/dry-run.sh" "$version" "$directory/second" "$@"
diff -r -x '*.asc*' -x 'maven-metadata.xml*' "$directory/first" "$directory/second"
echo "$(find "$directory/first" -name '*.jar' | wc -l) jars have the same bytes in both builds"
