import { Button } from '@mantine/core'
import type { ScriptKey } from '@spacekeeper/contract/api-keys/script-shapes.ts'
import { keyAreas } from '@spacekeeper/contract/api-keys/words.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatDay, formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { revokeScriptKey } from './api.ts'
import classes from './keys.module.css'

const lapseWords = {
  suspended: 'lapseSuspended',
  noPermission: 'lapseNoPermission',
  closed: 'lapseClosed',
} as const

/** The key of a script: what it may do, whose it is, when it was used, and its end. */
export const ScriptKeyRow = ({ of: key }: { of: ScriptKey }) => {
  const { t } = useTranslation('apiKeys')
  const { name, prefix, owner, lastUsedAt, expiresAt, isExpired, revokedAt } = key
  const isOver = revokedAt !== null || isExpired
  const facts = [
    t('madeBy', { when: formatSince(key.createdAt), name: owner.name }),
    lastUsedAt === null ? t('unused') : t('used', { when: formatSince(lastUsedAt) }),
    ...(isOver || key.endsSoon ? [] : [t('endsOn', { when: formatDay(expiresAt) })]),
  ]
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span>{useScopeWords(key).join(', ')}</span>
        <span className={classes.facts}>
          <code>{prefix}…</code> {facts.join(', ')}
        </span>
        {!isOver && owner.lapse !== null ? (
          <Status kind="warning">{t(lapseWords[owner.lapse], { name: owner.name })}</Status>
        ) : null}
        {!isOver && key.endsSoon ? (
          <Status kind="warning">{t('endsSoon', { when: formatDay(expiresAt) })}</Status>
        ) : null}
      </span>
      <span className={classes.state}>
        {revokedAt !== null ? (
          <Status kind="none">{t('revokedOn', { when: formatSince(revokedAt) })}</Status>
        ) : isExpired ? (
          <Status kind="none">{t('ended', { when: formatSince(expiresAt) })}</Status>
        ) : owner.lapse !== null ? (
          <Status kind="none">{t('stopped')}</Status>
        ) : (
          <Status kind="fine">{t('works')}</Status>
        )}
        {isOver ? null : <RevokeScriptKey of={key} />}
      </span>
    </li>
  )
}

/** The scopes of a key in words, an area at a time. */
const useScopeWords = ({ scopes }: Pick<ScriptKey, 'scopes'>): string[] => {
  const { t } = useTranslation('apiKeys')
  return keyAreas.flatMap((area) => {
    const [reads, writes] = [scopes.includes(`${area}:read`), scopes.includes(`${area}:write`)]
    if (!reads && !writes) return []
    const word = reads && writes ? 'scopeBoth' : reads ? 'scopeRead' : 'scopeWrite'
    return [t(word, { area: t(`area.${area}`) })]
  })
}

const RevokeScriptKey = ({ of: { id: keyId, name } }: { of: ScriptKey }) => {
  const { t } = useTranslation('apiKeys')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" aria-label={t('revokeWhich', { name })} onClick={() => setOpen(true)}>
        {t('revoke')}
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={t('scriptRevokeTitle', { name })}
          text={t('revokeText')}
          action={t('revoke')}
          isDangerous
          run={async () => {
            await revokeScriptKey({ keyId })
            notify.done({ text: t('scriptRevoked', { name }) })
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
