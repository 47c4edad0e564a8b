#!/bin/sh
# Builds what a release uploads, puts it into a directory in place of Maven Central, and validates it:
# release/dry-run.sh VERSION DIRECTORY [OPTION OF MAVEN...]
# Files are signed if gpg has a key. DIRECTORY must not exist. Without -o, with which Maven does not deploy to a directory either.
set -eu
version=$1
mkdir "$2"
directory=$(cd "$2" && pwd)
shift 2
cd "$(dirname "$0")/.."
signing=-Dgpg.skip
[ -z "$(gpg --list-secret-keys 2>/dev/null)" ] || signing=-Dgpg.skip=false

# deploy:deploy, for the phase deploy would upload
mvn -B -Prelease -Drevision="$version" -Ddowser.version="$version" -DskipTests $signing "$@" clean verify deploy:deploy \
  -DaltDeploymentRepository="dry-run::file://$directory"
java release/Validate.java "$directory" docs/dependencies.tsv
