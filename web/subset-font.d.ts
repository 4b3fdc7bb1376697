declare module 'subset-font' {
  /** What web/font-subset.ts uses of it; the published types do not know `keepFeatures`. */
  type Options = {
    targetFormat: 'woff2'
    variationAxes: Record<string, { min: number; max: number }>
    keepFeatures: readonly string[]
  }
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>
}
