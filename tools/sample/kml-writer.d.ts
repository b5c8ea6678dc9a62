/** A straight line or a closed ring of longitudes and latitudes, in degrees. */
export interface KmlShape {
    readonly name: string;
    readonly points: readonly (readonly [number, number])[];
    readonly ring: boolean;
}
/** A KMZ with one `doc.kml` (OGC KML 2.2). */
export declare function kmzFile(title: string, shapes: readonly KmlShape[]): Uint8Array;
/** A document of these shapes (OGC KML 2.2). */
export declare function kmlText(title: string, shapes: readonly KmlShape[]): string;
/** Parallel flight lines north of a corner, and cross strips over them where wanted. */
export declare function flightPlan(longitude: number, latitude: number, crossStrips: boolean): readonly KmlShape[];
/** The area one flight part covers. */
export declare function coverage(longitude: number, latitude: number): readonly KmlShape[];
