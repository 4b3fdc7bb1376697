import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClock,
  IconInfoCircleFilled,
  IconLockFilled,
  IconPlayerPlayFilled,
  IconPlugConnectedX,
  IconX,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import classes from './status.module.css'

type StatusShape = {
  icon: ComponentType<{ size?: number; className?: string | undefined; 'aria-hidden'?: true }>
  tone: string
}

const kinds = {
  /** A green mark, ordinary ink: the normal state. */
  fine: { icon: IconCircleCheckFilled, tone: 'quiet' },
  /** Green words, only for a fact that readers look for. */
  good: { icon: IconCircleCheckFilled, tone: 'green' },
  info: { icon: IconInfoCircleFilled, tone: 'primary' },
  inUse: { icon: IconPlayerPlayFilled, tone: 'primary' },
  waiting: { icon: IconClock, tone: 'amber' },
  locked: { icon: IconLockFilled, tone: 'amber' },
  warning: { icon: IconAlertTriangleFilled, tone: 'amber' },
  refused: { icon: IconCircleXFilled, tone: 'red' },
  offline: { icon: IconPlugConnectedX, tone: 'dimmed' },
  none: { icon: IconX, tone: 'dimmed' },
} as const satisfies Record<string, StatusShape>

export type StatusKind = keyof typeof kinds
/** The tones of icon tiles and tints; `quiet` and `dimmed` stay without colour. */
export const toneOf = (kind: StatusKind) => kinds[kind].tone

/** The mark alone, where the word stands beside it in another shape. */
export const StatusIcon = ({ kind, size = 16 }: { kind: StatusKind; size?: number | string }) => {
  const { icon: Icon, tone } = kinds[kind]
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon size={size} aria-hidden />
    </span>
  )
}

type Props = { kind: StatusKind; children: ReactNode; size?: 'sm' | 'md'; tinted?: boolean }

/** Always an icon and a word; the colour comes third. */
export const Status = ({ kind, children, size = 'sm', tinted = false }: Props) => {
  const { icon: Icon, tone } = kinds[kind]
  return (
    <span className={classes.status} data-tone={tone} data-size={size} data-tinted={tinted || undefined}>
      <Icon size={16} className={classes.icon} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
