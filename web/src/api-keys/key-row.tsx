import type { ApiKey } from '@spacekeeper/contract/api-keys/shapes.ts'
import { formatSince, formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { KeyOwnerStatus } from '../devices/keys/key-owner-dialog.tsx'
import { giveApiKey, revokeApiKey } from './api.ts'
import { KeyActions } from './key-actions-row.tsx'
import classes from './keys.module.css'

const kindWords = { door: 'reachDoors', interlock: 'reachInterlocks', memberbucks: 'reachVending' } as const

/** A key: what it may do where, who made and who owns it, when it was used, and its end. */
export const KeyRow = ({ of: key }: { of: ApiKey }) => {
  const { t } = useTranslation('apiKeys')
  const {
    id: keyId,
    name,
    prefix,
    scopes,
    kind,
    devices,
    createdBy,
    owner,
    lastUsedAt,
    expiresAt,
    isExpired,
    revokedAt,
  } = key
  const isOver = revokedAt !== null || isExpired
  const reach = devices
    ? devices.map((device) => device.name).join(', ')
    : t(kind === null ? 'reachAll' : kindWords[kind])
  const when = formatSince(key.createdAt)
  const facts = [
    createdBy === null ? t('made', { when }) : t('madeBy', { when, name: createdBy }),
    owner === null ? t('noOwner') : t('ownedBy', { name: owner.name }),
    lastUsedAt === null ? t('unused') : t('used', { when: formatSince(lastUsedAt) }),
    ...(expiresAt !== null && !isOver ? [t('endsOn', { when: formatDay(expiresAt) })] : []),
  ]
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
        {isOver ? null : <KeyOwnerStatus owner={owner} />}
      </span>
      <span className={classes.state}>
        {revokedAt !== null ? (
          <Status kind="none">{t('revokedOn', { when: formatSince(revokedAt) })}</Status>
        ) : isExpired ? (
          <Status kind="none">{t('ended', { when: formatSince(expiresAt ?? '') })}</Status>
        ) : owner !== null && owner.lapse !== null ? (
          <Status kind="none">{t('stopped')}</Status>
        ) : (
          <Status kind="fine">{t('works')}</Status>
        )}
        {isOver ? null : (
          <KeyActions
            name={name}
            isApiKey
            give={(memberId) => giveApiKey({ keyId, memberId })}
            revoke={() => revokeApiKey({ keyId })}
          />
        )}
      </span>
    </li>
  )
}
