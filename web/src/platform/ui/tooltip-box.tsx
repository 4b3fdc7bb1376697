import { Tooltip } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'

export type TooltipProps = { label: ReactNode; target: RefObject<HTMLElement | null> }

export const TooltipBox = ({ label, target }: TooltipProps) => <Tooltip label={label} target={target} />
