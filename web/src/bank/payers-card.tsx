import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OwnAccount, RememberedPayer } from '@spacekeeper/contract/bank/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { bank, payersQuery } from './api.ts'
import { PageRow } from './page-row.tsx'
import classes from './bank.module.css'

/** The accounts that payments are recognised by, and those of the space, which never are a payer's. */
export const PayersCard = () => {
  const { t } = useTranslation('bank')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Title order={2} size="h4" component="span">
            {t('payersTitle')}
          </Title>
        </summary>
        {isOpen ? <PayerList /> : null}
      </details>
    </Card>
  )
}

const PayerList = () => {
  const { t } = useTranslation('bank')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.slice(0, 100), 250)
  const [skip, setSkip] = useState(0)
  const [removing, setRemoving] = useState<RememberedPayer | null>(null)
  const [leaving, setLeaving] = useState<OwnAccount | null>(null)
  const query = useQuery(payersQuery({ text, skip }))
  const own = query.data?.ownAccounts ?? []
  return (
    <Stack gap="sm" mt="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw={560}>
          {t('payersHint')}
        </Text>
        <SearchField
          label={t('searchPayers')}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            setSkip(0)
          }}
        />
      </Group>
      <OwnAccountList accounts={own} onRemove={setLeaving} />
      <Page query={query} isEmpty={({ payers }) => payers.length === 0} empty={<Text c="dimmed">{t('noPayers')}</Text>}>
        {({ payers, total }) => (
          <>
            <ul className={classes.list} aria-label={t('payersTitle')}>
              {payers.map((payer) => (
                <PayerRow key={payer.id} payer={payer} onRemove={() => setRemoving(payer)} />
              ))}
            </ul>
            <PageRow skip={skip} shown={payers.length} total={total} onTurn={setSkip} />
          </>
        )}
      </Page>
      {removing ? <RemovePayerDialog payer={removing} onClose={() => setRemoving(null)} /> : null}
      {leaving ? <RemoveOwnAccountDialog own={leaving} onClose={() => setLeaving(null)} /> : null}
    </Stack>
  )
}

const foundWords = { settings: 'ownInSettings', statement: 'ownInStatement', column: 'ownInColumn' } as const

/** The accounts of the space itself; those that files brought can be removed. */
const OwnAccountList = ({
  accounts,
  onRemove,
}: {
  accounts: readonly OwnAccount[]
  onRemove: (own: OwnAccount) => void
}) => {
  const { t } = useTranslation('bank')
  if (accounts.length === 0) return null
  return (
    <>
      <Text size="sm" id="own-accounts">
        {t('payersOwn')}
      </Text>
      <ul className={classes.list} aria-labelledby="own-accounts">
        {accounts.map((own) => (
          <li key={`${own.id} ${own.account}`} className={classes.row}>
            <span>
              <span className={classes.who}>{own.account}</span>
              <div className={classes.more}>
                {t(foundWords[own.foundIn], { day: own.foundAt === null ? '' : formatDay(own.foundAt) })}
              </div>
            </span>
            {own.id === null ? null : (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('removeOwnOf', { account: own.account })}
                onClick={() => onRemove(own)}
              >
                {t('removePayer')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const RemoveOwnAccountDialog = ({ own, onClose }: { own: OwnAccount; onClose: () => void }) => {
  const { t } = useTranslation('bank')
  const { id: ownAccountId, account } = own
  return (
    <ConfirmDialog
      title={t('removeOwnTitle', { account })}
      text={t('removeOwnText')}
      action={t('removePayer')}
      run={async () => {
        if (ownAccountId !== null) await bank.removeOwnAccount({ ownAccountId })
        notify.done({ text: t('ownRemoved', { account }) })
      }}
      onClose={onClose}
    />
  )
}

const PayerRow = ({ payer, onRemove }: { payer: RememberedPayer; onRemove: () => void }) => {
  const { t } = useTranslation('bank')
  const { memberId, memberName: name, account, names, confirmedAt, isShared } = payer
  const day = formatDay(confirmedAt)
  const said = account === '' ? t('payerErased', { day }) : t('payerAccount', { account, day })
  return (
    <li className={classes.row}>
      <span>
        <span className={classes.who}>
          <MemberLink id={memberId}>{name}</MemberLink>
        </span>
        <div className={classes.more}>
          {names.length === 0 ? said : t('payerNamed', { names: names.join(', '), account: said })}
        </div>
        {isShared ? <div className={classes.more}>{t('payerShared')}</div> : null}
      </span>
      <Button size="compact-sm" variant="subtle" aria-label={t('removePayerOf', { account, name })} onClick={onRemove}>
        {t('removePayer')}
      </Button>
    </li>
  )
}

const RemovePayerDialog = ({ payer, onClose }: { payer: RememberedPayer; onClose: () => void }) => {
  const { t } = useTranslation('bank')
  const { id: payerId, memberName: name } = payer
  return (
    <ConfirmDialog
      title={t('removePayerTitle')}
      text={t('removePayerText', { name })}
      action={t('removePayer')}
      run={async () => {
        await bank.removePayer({ payerId })
        notify.done({ text: t('payerRemoved', { name }) })
      }}
      onClose={onClose}
    />
  )
}
