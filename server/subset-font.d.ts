declare module 'subset-font' {
  /** What is used of it. */
  type Options = { targetFormat: 'sfnt'; variationAxes: Record<string, number> }
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>
}
