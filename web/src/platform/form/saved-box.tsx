import type { ComponentProps, ReactNode } from 'react'
import { SavedState } from './saved-state.tsx'
import classes from './saved-box.module.css'

type Props = ComponentProps<typeof SavedState> & { children: ReactNode }

/** An input and what became of it: in the line of the label, where nothing moves; a refusal below, where it has room. */
export const SavedBox = ({ children, ...state }: Props) => (
  <div className={classes.box}>
    {children}
    <div className={classes.state} data-refused={state.field.state.status === 'refused' || undefined}>
      <SavedState {...state} />
    </div>
  </div>
)
