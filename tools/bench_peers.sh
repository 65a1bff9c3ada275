#!/bin/sh
# sh tools/bench_peers.sh FOLDER: installs what `make bench` measures beside into that folder, and nothing elsewhere. Of
# what cannot be installed the reason is left in FOLDER/NAME.missing.
set -eu

folder=$1
log=$folder/install.log
mkdir -p "$folder"
[ -x "$folder/bin/python" ] || "${PYTHON:-python3}" -m venv "$folder"

for package in open_spiel==2.0.2 fpdf2==2.8.9 weasyprint==70.0 domdiv==4.9.3; do
    missing=$folder/${package%%=*}.missing
    rm -f "$missing"
    "$folder/bin/pip" install --quiet --disable-pip-version-check "$package" 2> "$log" || tail -n 1 "$log" > "$missing"
done

missing=$folder/boardgame.io.missing
rm -f "$missing"
if [ ! -d "$folder/node_modules/boardgame.io" ]; then
    npm install --silent --prefix "$folder" --no-save boardgame.io@0.50.2 > "$log" 2>&1 || {
        echo "npm could not install it" > "$missing"
    }
fi
