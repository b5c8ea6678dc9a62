#!/bin/sh
# hillshade.sh IN OUT AZIMUTH: shades every elevation model of a folder by GDAL.
set -u
status=0
for file in "$1"/*.tif; do
  name=$(basename "$file" .tif)
  if gdaldem hillshade -q -az "$3" "$file" "$2/shade_$name.tif" 2> "$2/said"; then
    echo "progress 0.5"
  else
    echo "ERROR $name.tif: $(tr '\n' ' ' < "$2/said")" >&2
    status=1
  fi
done
rm -f "$2/said"
count=$(ls "$2" | grep -c '^shade_')
echo "[{\"name\":\"shaded\",\"label\":\"Models shaded\",\"value\":$count,\"unit\":\"\",\"least\":1}]" > "$2/measures.json"
exit $status
