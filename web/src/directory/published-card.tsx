import { Anchor, Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core'
import type { DirectoryOverview } from '@spacekeeper/contract/directory/shapes.ts'
import { badgePath, type DirectoryHint } from '@spacekeeper/contract/directory/words.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { Status } from '#platform/ui/status.tsx'
import classes from './directory.module.css'

/** The badge as it is since then; browsers keep it for a moment. */
const badgeSince = (changedAt: string | null) => `${badgePath}?since=${encodeURIComponent(changedAt ?? '')}`

/** The setting that cures a hint; none where the buttons of the page do. */
const cures: Record<DirectoryHint, string | null> = {
  off: 'ENABLE_SPACE_DIRECTORY',
  noLocation: 'SPACE_DIRECTORY_LOCATION_LAT',
  noLogo: 'SITE_LOGO',
  noContact: 'SPACE_DIRECTORY_CONTACT_EMAIL',
  noWebsite: 'MAIN_SITE_URL',
  unknownState: null,
}

const Hints = ({ hints }: { hints: readonly DirectoryHint[] }) => {
  const { t } = useTranslation('directory')
  const maySet = isStaffFor(useProfile(), 'settings')
  if (hints.length === 0) return <Status kind="fine">{t('complete')}</Status>
  return (
    <div>
      <Title order={3}>{t('missing')}</Title>
      <ul className={classes.hints}>
        {hints.map((hint) => {
          const words = t(`hint.${hint}`)
          const setting = cures[hint]
          return (
            <li key={hint}>
              {words}{' '}
              {maySet && setting !== null ? (
                <Anchor
                  component={Link}
                  to="/manage/settings"
                  hash={setting}
                  inherit
                  underline="always"
                  aria-label={t('changeWhat', { hint: words })}
                >
                  {t('change')}
                </Anchor>
              ) : null}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const NotPublished = () => {
  const { t } = useTranslation('directory')
  const maySet = isStaffFor(useProfile(), 'settings')
  return (
    <Stack gap="xs" align="flex-start">
      <Status kind="warning">{t('notPublished')}</Status>
      <Text>{t('notPublishedText')}</Text>
      {maySet ? (
        <Button component={Link} to="/manage/settings" hash="ENABLE_SPACE_DIRECTORY" variant="default">
          {t('turnOn')}
        </Button>
      ) : null}
    </Stack>
  )
}

const Addresses = ({ overview }: { overview: DirectoryOverview }) => {
  const { t } = useTranslation('directory')
  const { address, badgeAddress, changedAt } = overview
  return (
    <>
      <Status kind="fine">{t('published')}</Status>
      <div>
        <Text mb={6}>{t('address')}</Text>
        <CopyField text={address} label={t('copyAddress')} />
      </div>
      <div>
        <Group gap="sm" mb={6}>
          <Text>{t('badgeText')}</Text>
          <img src={badgeSince(changedAt)} alt={t('badgeAlt')} height={20} />
        </Group>
        <CopyField text={`<img src="${badgeAddress}" alt="Open or closed">`} label={t('copyBadge')} />
      </div>
    </>
  )
}

/** What is published of the space, where, and what it lacks. */
export const PublishedCard = ({ overview }: { overview: DirectoryOverview }) => {
  const { t } = useTranslation('directory')
  const { isOn, hints, preview } = overview
  return (
    <Card component="section" aria-labelledby="published">
      <Stack gap="md">
        <Title order={2} id="published">
          {t('publishedHeading')}
        </Title>
        {isOn ? <Addresses overview={overview} /> : <NotPublished />}
        <Hints hints={hints.filter((hint) => hint !== 'off')} />
        <details>
          <summary className={classes.summary}>{t(isOn ? 'preview' : 'previewOff')}</summary>
          <Code block className={classes.preview}>
            {preview}
          </Code>
        </details>
      </Stack>
    </Card>
  )
}
