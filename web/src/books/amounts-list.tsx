import { Card, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useMoney } from '#platform/session/site.ts'
import classes from './books.module.css'

export type AmountRow = { key: string; label: ReactNode; cents: number; isTotal?: boolean; more?: ReactNode }

type Props = { title: string; hint: string; rows: readonly AmountRow[]; currency: string; empty?: string }

/** Amounts one below the other, as on paper. */
export const AmountsList = ({ title, hint, rows, currency, empty }: Props) => {
  const money = useMoney()
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb={4}>
        {hint}
      </Text>
      {rows.length === 0 && empty !== undefined ? <Text>{empty}</Text> : null}
      <ul className={classes.list} aria-labelledby={id}>
        {rows.map(({ key, label, cents, isTotal, more }) => (
          <li key={key} className={classes.row} data-total={isTotal || undefined}>
            <span>
              {label}
              {more === undefined ? null : <span className={classes.dim}>{more}</span>}
            </span>
            <span className={classes.money}>{money(cents, currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
