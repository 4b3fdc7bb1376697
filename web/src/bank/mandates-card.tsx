import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { StaffMandate } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { bank, mandatesQuery } from './api.ts'
import { PageRow } from './page-row.tsx'
import classes from './bank.module.css'

/** The mandates in force, with the ends of their accounts. */
export const MandatesCard = () => {
  const { t } = useTranslation('bank')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.slice(0, 100), 250)
  const [skip, setSkip] = useState(0)
  const [ending, setEnding] = useState<StaffMandate | null>(null)
  const query = useQuery(mandatesQuery({ text, skip }))
  return (
    <Card component="section" aria-labelledby="mandates">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} id="mandates">
            {t('mandatesTitle')}
          </Title>
          <SearchField
            label={t('searchMandates')}
            value={typed}
            onChange={(next) => {
              setTyped(next)
              setSkip(0)
            }}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {t('mandatesHint')}
        </Text>
        <Page
          query={query}
          isEmpty={({ mandates }) => mandates.length === 0}
          empty={<Text c="dimmed">{t('noMandates')}</Text>}
        >
          {({ mandates, total }) => (
            <>
              <ul className={classes.list}>
                {mandates.map((mandate) => (
                  <MandateRow key={mandate.id} mandate={mandate} onEnd={() => setEnding(mandate)} />
                ))}
              </ul>
              <PageRow skip={skip} shown={mandates.length} total={total} onTurn={setSkip} />
            </>
          )}
        </Page>
      </Stack>
      {ending ? <EndMandateDialog mandate={ending} onClose={() => setEnding(null)} /> : null}
    </Card>
  )
}

const MandateRow = ({ mandate, onEnd }: { mandate: StaffMandate; onEnd: () => void }) => {
  const { t } = useTranslation('bank')
  const { memberId, memberName: name, holder, account, reference } = mandate
  return (
    <li className={classes.row}>
      <span>
        <span className={classes.who}>
          <MemberLink id={memberId}>{name}</MemberLink>
        </span>
        <div className={classes.more}>{t('mandateRow', { holder, account, reference })}</div>
      </span>
      <Button size="compact-sm" variant="subtle" aria-label={t('endMandateOf', { name })} onClick={onEnd}>
        {t('endMandate')}
      </Button>
    </li>
  )
}

const loadReason = async () => {
  const { bankApi } = await import('@spacekeeper/contract/bank/routes.ts')
  return bankApi.endMandate.body
}

const EndMandateDialog = ({ mandate, onClose }: { mandate: StaffMandate; onClose: () => void }) => {
  const { t } = useTranslation('bank')
  const { id: mandateId, memberName: name } = mandate
  return (
    <FormDialog
      title={t('endMandateTitle')}
      action={t('endMandate')}
      isDangerous
      initial={{ reason: '' }}
      schema={loadReason}
      submit={({ reason }) => bank.endMandate({ mandateId, reason })}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('endMandateText', { name })}</Text>
          <TextInput {...field('reason')} label={t('endMandateReason', { name })} autoComplete="off" data-autofocus />
        </>
      )}
    </FormDialog>
  )
}
