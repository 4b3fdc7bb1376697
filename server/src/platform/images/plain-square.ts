/** A picture of one colour, for a site that has none of its own. */
export const plainSquare = async (colour: string, side: number): Promise<Buffer> => {
  // Loaded with the first picture, so that the portal starts without it.
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: side, height: side, channels: 3, background: colour } })
    .png()
    .toBuffer()
}
