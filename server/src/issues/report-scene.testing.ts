import sharp from 'sharp'
import type { TestClient } from '../client.testing.ts'

/** A photo as a phone takes it: it says where it was taken and by which phone. */
export const aPhoto = async (width = 400, height = 300): Promise<Blob> => {
  const taken = await sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Secret Artist' }, IFD3: { GPSLatitudeRef: 'N' } })
    .toBuffer()
  return new Blob([new Uint8Array(taken)], { type: 'image/jpeg' })
}

/** The newest report, as staff see it. */
export const newestReport = async (staff: TestClient) => {
  const { issues } = await staff.issues.listReports({ which: 'all' })
  const [newest] = issues.toSorted((a, b) => b.id - a.id)
  if (!newest) throw new Error('There is no report.')
  return staff.issues.getReport({ issueId: newest.id })
}
