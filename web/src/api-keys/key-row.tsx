import { Button } from '@mantine/core'
import type { ApiKey } from '@spacekeeper/contract/api-keys/shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatSince, formatDay } from '#platform/i18n/format.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { revokeApiKey, refreshKeys } from './api.ts'
import classes from './keys.module.css'

const kindWords = { door: 'reachDoors', interlock: 'reachInterlocks', memberbucks: 'reachVending' } as const

/** A key: what it may do where, who made it, when it was used, and its end. */
export const KeyRow = ({ of: key }: { of: ApiKey }) => {
  const { t } = useTranslation('apiKeys')
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { id: keyId, name, prefix, scopes, kind, devices, createdBy, lastUsedAt, expiresAt, isExpired, revokedAt } = key
  const isOver = revokedAt !== null || isExpired
  const reach = devices
    ? devices.map((device) => device.name).join(', ')
    : t(kind === null ? 'reachAll' : kindWords[kind])
  const when = formatSince(key.createdAt)
  const facts = [
    createdBy === null ? t('made', { when }) : t('madeBy', { when, name: createdBy }),
    lastUsedAt === null ? t('unused') : t('used', { when: formatSince(lastUsedAt) }),
    ...(expiresAt !== null && !isOver ? [t('endsOn', { when: formatDay(expiresAt) })] : []),
  ]
  const revoke = async () => {
    await revokeApiKey({ keyId })
    await refreshKeys(client)
    notify.done({ text: t('revoked', { name }) })
  }
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span>
          {scopes.map((scope) => t(`scope.${scope}`)).join(', ')}: {reach}
        </span>
        <span className={classes.facts}>
          <code>{prefix}…</code> {facts.join(', ')}
        </span>
      </span>
      <span className={classes.state}>
        {revokedAt !== null ? (
          <Status kind="none">{t('revokedOn', { when: formatSince(revokedAt) })}</Status>
        ) : isExpired ? (
          <Status kind="none">{t('ended', { when: formatSince(expiresAt ?? '') })}</Status>
        ) : (
          <Status kind="fine">{t('works')}</Status>
        )}
        {isOver ? null : (
          <Button variant="default" aria-label={t('revokeWhich', { name })} onClick={() => setAsked(true)}>
            {t('revoke')}
          </Button>
        )}
      </span>
      {isAsked ? (
        <ConfirmDialog
          title={t('revokeTitle', { name })}
          text={t('revokeText')}
          action={t('revoke')}
          isDangerous
          run={revoke}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </li>
  )
}
