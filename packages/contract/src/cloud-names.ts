/** Most files of one cloud that are open at a time. */
export const MOST_CLOUD_FILES = 256;

/** Whether a file is named like points with an octree (COPC), which can be looked at by parts. */
export const isCopcName = (name: string): boolean => /\.copc\.laz$/i.test(name);

/** Whether a file is named like a point cloud. */
export const isCloudName = (name: string): boolean => /\.la[sz]$/i.test(name);

/** Whether a file is named like a raster with a place (GeoTIFF). */
export const isRasterName = (name: string): boolean => /\.tiff?$/i.test(name);
