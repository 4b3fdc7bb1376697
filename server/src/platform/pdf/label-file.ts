import type { File } from '@spacekeeper/contract/route.ts'
import type { Label } from './lay-out-label.ts'
import { makeLabel } from './pdf-files.ts'

/** A label as a file to keep or print. */
export const labelFile = async (label: Label, name: string): Promise<File> => ({
  name: `${name}.pdf`,
  mediaType: 'application/pdf',
  content: await makeLabel(label),
})
