declare module 'subset-font' {
  /** The part of it that is used. */
  type Options = { targetFormat: 'sfnt'; variationAxes: Record<string, number> }
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>
}
