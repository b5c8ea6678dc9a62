#!/bin/sh
# rtklib.sh IN OUT FLIGHT MASK: positions of a flight's antenna by RTKLIB, of all RINEX files below a folder: kinematic
# with the observations of a base where there are any, else of single points.
set -u
of() { find "$1" -type f -iname "$2" $3 | LC_ALL=C sort; }
rover=$(of "$1" "$3*.*o" "" | head -1)
base=$(of "$1" "*.*o" "! -iname $3*" | head -1)
if [ -z "$rover" ]; then
  echo "ERROR $3: no RINEX observations (.o, .26o) begin with the flight's name" >&2
  exit 1
fi
set -- "$1" "$2" "$3" -p "$([ -z "$base" ] && echo 0 || echo 2)" -m "$4" -o "$2/$3.pos"
rnx2rtkp "$@" "$rover" ${base:+"$base"} $(of "$1" "*.*[ng]" "") > "$2/said" 2>&1
# It ends with 0 where it reads nothing.
if [ ! -s "$2/$3.pos" ]; then
  echo "ERROR $(basename "$rover"): $(tr '\n\r' '  ' < "$2/said" | tail -c 300)" >&2
  exit 1
fi
rm -f "$2/said"
positions=$(grep -vc '^%' "$2/$3.pos")
fixed=$(awk '!/^%/ && $6 == 1 { n++ } END { print n + 0 }' "$2/$3.pos")
cat > "$2/measures.json" << MEASURES
[{"name":"positions","label":"Positions of the antenna","value":$positions,"unit":"","least":2},
 {"name":"fixed","label":"Of these with fixed ambiguities","value":$fixed,"unit":""}]
MEASURES
