import { Anchor, Card, List, Stack, Text, Title } from '@mantine/core'
import type { VersionReport } from '@spacekeeper/contract/doctor/routes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { formatDate } from '#platform/i18n/format.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { GuidedText } from '#platform/ui/guided-text.tsx'
import { Moment } from '#platform/ui/moment.tsx'
import { Page } from '#platform/ui/page.tsx'
import { versionQuery } from './api.ts'

const NotesCard = ({ version, lines }: VersionReport['notes'][number]) => {
  const { t } = useTranslation('doctor')
  const id = `version-${version.replaceAll('.', '-')}`
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {t('newIn', { version })}
      </Title>
      <List mt="xs" spacing={6}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Card>
  )
}

const NewestVersion = ({ newest }: Pick<VersionReport, 'newest'>) => {
  const { t } = useTranslation('doctor')
  if (newest === null)
    return (
      <Text c="dimmed">
        {t('newerOff')}{' '}
        <Anchor
          underline="always"
          renderRoot={(props) => <Link to="/manage/settings" hash="NEWER_VERSION_URL" {...props} />}
        >
          {t('newerSetting')}
        </Anchor>
      </Text>
    )
  const { version, page, askedAt, fault, isNewer } = newest
  if (isNewer && version !== null)
    return (
      <Card component="section" aria-labelledby="newer-version">
        <Title order={2} id="newer-version">
          {t('newerIsOut', { version })}
        </Title>
        <Text mt="xs">
          <GuidedText text={t('newerHow')} />
        </Text>
        {page === null ? null : (
          <Anchor mt="xs" href={page} target="_blank" rel="noreferrer">
            {t('newerPage', { version })}
          </Anchor>
        )}
      </Card>
    )
  if (fault !== null || askedAt === null || version === null)
    return <Text>{t('newerUnknown', { fault: fault ?? t(askedAt === null ? 'newerNotAsked' : 'newerNoAnswer') })}</Text>
  return (
    <Text c="dimmed">
      {t('noneNewer')} <Moment at={askedAt} />
    </Text>
  )
}

const VersionPage = () => {
  const { t } = useTranslation('doctor')
  return (
    <Page query={useQuery(versionQuery)}>
      {({ version, since, newest, notes }) => (
        <Stack gap="md" maw={760}>
          <Text>{since === null ? t('runs', { version }) : t('runsSince', { version, date: formatDate(since) })}</Text>
          <NewestVersion newest={newest} />
          {notes.length === 0 ? <Text c="dimmed">{t('noNotes')}</Text> : null}
          {notes.map((note) => (
            <NotesCard key={note.version} {...note} />
          ))}
        </Stack>
      )}
    </Page>
  )
}

export const Route = createFileRoute('/manage/version')({
  component: VersionPage,
  // Few open the page, so its words come with it.
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(versionQuery)
    const { doctorText } = await import('./text.ts')
    addTexts({ doctor: doctorText })
  },
  staticData: { title: 'doctor:titleVersion', loggedIn: true, staff: 'settings' },
})
