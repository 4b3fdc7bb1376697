import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import type { SignedAgreement } from '@spacekeeper/contract/agreements/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Status } from '#platform/ui/status.tsx'
import { downloadOwn, ownAgreementsQuery } from './api.ts'
import classes from './agreements.module.css'

/** What the member signed, each to keep as a PDF; nothing in a space without agreements. */
export const MyAgreementsCard = () => {
  const { t } = useTranslation('agreements')
  const { data } = useQuery(ownAgreementsQuery)
  if (!data || data.due.length + data.signed.length === 0) return null
  const { due, signed } = data
  return (
    <Card component="section" aria-labelledby="my-agreements">
      <Stack gap="md">
        <Stack gap={2}>
          <Title order={2} id="my-agreements">
            {t('mineHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {signed.length > 0 ? t('mineHint') : t('mineEmpty')}
          </Text>
        </Stack>
        {due.length > 0 ? (
          <Text>
            {t('due', { count: due.length })}{' '}
            <Anchor inherit component={Link} to="/account/agreements" underline="always">
              {t('openDue')}
            </Anchor>
          </Text>
        ) : null}
        <SignedList signed={signed} />
      </Stack>
    </Card>
  )
}

const SignedList = ({ signed }: { signed: readonly SignedAgreement[] }) => {
  const { t } = useTranslation('agreements')
  return (
    <ul className={classes.list}>
      {signed.map(({ id, title, version, isFormer, signedName, signedAt, guardian }) => (
        <li key={id} className={classes.row}>
          <span className={classes.words}>
            <span>
              {title} · {t('version', { number: version })}
            </span>
            <Text component="span" size="sm" c="dimmed">
              {t('signedBy', { name: signedName, at: formatMoment(signedAt) })}
            </Text>
            {isFormer ? <Status kind="none">{t('former')}</Status> : null}
            {guardian ? (
              <Status kind={guardian.signedAt ? 'fine' : 'waiting'}>
                {t(guardian.signedAt ? 'guardianSigned' : 'guardianWaiting', { name: guardian.name })}
              </Status>
            ) : null}
          </span>
          <DownloadButton size="xs" label={t('download')} load={() => downloadOwn({ signatureId: id })} />
        </li>
      ))}
    </ul>
  )
}
