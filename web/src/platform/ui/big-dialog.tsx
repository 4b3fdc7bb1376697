// On its own: dialogs with a preview have one size.
import type { ReactNode } from 'react'
import { SheetDialog } from './sheet-dialog.tsx'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A dialog with room for a preview; nearly the whole screen on phones. A click beside it does not lose what was written. */
export const BigDialog = (props: Props) => (
  <SheetDialog {...props} size={680} sheetSize="92%" centered closeOnClickOutside={false} />
)
