import { Button, Card, Group } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './keys.module.css'

type AnyKey = { id: number; revokedAt: string | null; isExpired: boolean }

type Props<Key extends AnyKey> = {
  label: string
  keys: readonly Key[]
  /** Draws one of them. */
  children: (key: Key) => ReactNode
}

/** Keys that work; those that have ended when they are asked for. */
export const KeysList = <Key extends AnyKey>({ label, keys, children }: Props<Key>) => {
  const { t } = useTranslation('apiKeys')
  const [isAll, setAll] = useState(false)
  const living = keys.filter(({ revokedAt, isExpired }) => revokedAt === null && !isExpired)
  const ended = keys.length - living.length
  return (
    <Card>
      <ul className={classes.list} aria-label={label}>
        {(isAll ? keys : living).map((key) => (
          <Fragment key={key.id}>{children(key)}</Fragment>
        ))}
      </ul>
      {ended > 0 && !isAll ? (
        <Group>
          <Button variant="subtle" px={0} onClick={() => setAll(true)}>
            {t('showEnded', { count: ended })}
          </Button>
        </Group>
      ) : null}
    </Card>
  )
}
