/** A seeded source of numbers in [0, 1) (mulberry32): the same seed gives the same sequence. */
export declare function randomFrom(seed: number): () => number;
/** A seed out of a text (FNV-1a). */
export declare function seedOf(text: string): number;
/** Numbers of the standard normal distribution (Box and Muller 1958). */
export declare function normalFrom(random: () => number): () => number;
