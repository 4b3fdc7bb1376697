import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './form-error.module.css'

type Props = { children: ReactNode; tone?: 'red' | 'green'; id?: string }

/** A sentence about a whole form, announced when it appears. Without children nothing is drawn, but the place is live. */
export const FormError = ({ children, tone = 'red', id }: Props) => {
  const Icon = tone === 'red' ? IconAlertTriangleFilled : IconCircleCheckFilled
  return (
    <div role={tone === 'red' ? 'alert' : 'status'} id={id}>
      {children ? (
        <div className={classes.box} data-tone={tone}>
          <Icon size={16} className={classes.icon} aria-hidden />
          <span>{children}</span>
        </div>
      ) : null}
    </div>
  )
}
