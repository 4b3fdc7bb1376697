import type { ComponentProps, ReactNode } from 'react'
import { SavedState } from './saved-state.tsx'
import classes from './saved-box.module.css'

type Props = ComponentProps<typeof SavedState> & {
  children: ReactNode
  /** It may be as wide as a phone. */
  isLabelWide?: boolean
}

/**
 * An input and what became of it: in the line of the label, where nothing moves; a refusal below, where it has room, and
 * on phones also what would cover a wide label.
 */
export const SavedBox = ({ children, isLabelWide = false, ...state }: Props) => (
  <div className={classes.box} data-wide={isLabelWide || undefined}>
    {children}
    <div className={classes.state} data-refused={state.field.state.status === 'refused' || undefined}>
      <SavedState {...state} />
    </div>
  </div>
)
