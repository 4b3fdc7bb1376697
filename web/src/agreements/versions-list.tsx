import { Button, Stack, Text } from '@mantine/core'
import type { AgreementVersion } from '@spacekeeper/contract/agreements/shapes.ts'
import { useState } from 'react'
import { formatDate, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { WordingCard } from './wording-card.tsx'
import classes from './agreements.module.css'

const VersionRow = ({ version }: { version: AgreementVersion }) => {
  const { t } = useTranslation('agreements')
  const [isOpen, setOpen] = useState(false)
  const day = formatDate(`${version.inForceFrom}T12:00`)
  return (
    <li>
      <Stack gap="xs">
        <div className={classes.row}>
          <div className={classes.words}>
            <span>
              {t('version', { number: version.number })} · {version.title}
            </span>
            <Text size="sm" c="dimmed">
              {version.createdBy ? t('textBy', { name: version.createdBy, day }) : t('textByUnknown', { day })} ·{' '}
              {t('signatures', { count: version.signatures, formatted: formatNumber(version.signatures) })}
            </Text>
            <Text c="dimmed" className={classes.hash ?? ''}>
              {t('hash', { hash: version.hash })}
            </Text>
          </div>
          <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'hideText' : 'showText')}
          </Button>
        </div>
        {isOpen ? <WordingCard title={version.title} text={version.text} /> : null}
      </Stack>
    </li>
  )
}

/** Every text an agreement had. */
export const VersionsList = ({ versions }: { versions: readonly AgreementVersion[] }) => (
  <ul className={classes.list}>
    {versions.map((version) => (
      <VersionRow key={version.id} version={version} />
    ))}
  </ul>
)
