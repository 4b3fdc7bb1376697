// On its own: questions of several domains name those they concern.
import type { ReactNode } from 'react'
import classes from './named-list.module.css'

/** Those a question concerns, in a box that scrolls. */
export const NamedList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul
    className={classes.named}
    tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    aria-label={label}
  >
    {children}
  </ul>
)
