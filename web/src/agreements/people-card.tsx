import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { AgreementPerson } from '@spacekeeper/contract/agreements/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatMoment, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { askMissing, download, endMinority, agreementPeopleQuery } from './api.ts'
import classes from './agreements.module.css'

const Person = ({ person }: { person: AgreementPerson }) => {
  const { t } = useTranslation('agreements')
  const { memberId, name, isMinor, signature } = person
  const [isEnding, setEnding] = useState(false)
  const endNow = async () => {
    await endMinority({ memberId })
    notify.done({ text: t('ofAgeDone', { name }) })
  }
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <MemberLink id={memberId}>{name}</MemberLink>
        <Text component="span" size="sm" c="dimmed">
          {signature
            ? `${t('formerText', { number: signature.version })} · ${t('signedBy', { name: signature.name, at: formatMoment(signature.at) })}`
            : t('neverSigned')}
        </Text>
        {signature?.guardian ? (
          <Status kind={signature.guardian.signedAt ? 'fine' : 'waiting'}>
            {t(signature.guardian.signedAt ? 'guardianSigned' : 'guardianWaiting', { name: signature.guardian.name })}
          </Status>
        ) : null}
      </span>
      {isMinor ? (
        <Button size="xs" variant="default" onClick={() => setEnding(true)}>
          {t('ofAge')}
        </Button>
      ) : null}
      {isEnding ? (
        <ConfirmDialog
          title={t('ofAgeTitle', { name })}
          text={t('ofAgeText')}
          action={t('ofAge')}
          run={endNow}
          onClose={() => setEnding(false)}
        />
      ) : null}
      {signature ? (
        <DownloadButton size="xs" label={t('download')} load={() => download({ signatureId: signature.id })} />
      ) : null}
    </li>
  )
}

/** Who has signed and which active members have not, with a way to ask those by email. */
export const PeopleCard = ({ agreementId }: { agreementId: number }) => {
  const { t } = useTranslation('agreements')
  const query = useQuery(agreementPeopleQuery(agreementId))
  const [isAsking, setAsking] = useState(false)
  return (
    <Page query={query}>
      {({ signed, missing }) => (
        <>
          <Card component="section" aria-labelledby="missing-people">
            <Stack gap="md">
              <Group justify="space-between">
                <Stack gap={2}>
                  <Title order={2} id="missing-people">
                    {t('missingHeading')}
                  </Title>
                  <Text size="sm" c="dimmed">
                    {missing.length > 0 ? t('missingHint') : t('noneMissing')}
                  </Text>
                </Stack>
                {missing.length > 0 ? <Button onClick={() => setAsking(true)}>{t('ask')}</Button> : null}
              </Group>
              <People of={missing} />
            </Stack>
          </Card>
          <Card component="section" aria-labelledby="signed-people">
            <Stack gap="md">
              <Title order={2} id="signed-people">
                {t('signedHeading')}
              </Title>
              {signed.length > 0 ? <People of={signed} /> : <Text c="dimmed">{t('noneSigned')}</Text>}
            </Stack>
          </Card>
          {isAsking ? (
            <AskDialog agreementId={agreementId} count={missing.length} onClose={() => setAsking(false)} />
          ) : null}
        </>
      )}
    </Page>
  )
}

const People = ({ of: people }: { of: readonly AgreementPerson[] }) => (
  <ul className={classes.list}>
    {people.map((person) => (
      <Person key={person.memberId} person={person} />
    ))}
  </ul>
)

type AskDialogProps = { agreementId: number; count: number; onClose: () => void }

const AskDialog = ({ agreementId, count, onClose }: AskDialogProps) => {
  const { t } = useTranslation('agreements')
  const ask = async () => {
    const asked = await askMissing({ agreementId })
    notify.done({ text: t('askedBy', { count: asked.count, formatted: formatNumber(asked.count) }) })
  }
  return (
    <ConfirmDialog
      title={t('askTitle')}
      text={t('askText', { count, formatted: formatNumber(count) })}
      action={t('ask')}
      run={ask}
      onClose={onClose}
    />
  )
}
