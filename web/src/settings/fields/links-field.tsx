import { Stack, Group, TextInput, ActionIcon, Button } from '@mantine/core'
import { HomepageCardInput } from '@spacekeeper/contract/setting.ts'
import { IconTrash, IconPlus } from '@tabler/icons-react'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'

const rules = HomepageCardInput.shape.links.unwrap().element.shape

type SiteLink = { url: string; btn_text: string }

type Props = {
  links: readonly SiteLink[]
  problems: Record<string, string>
  onChange: (links: SiteLink[]) => void
}

/** Several links of one card, each with its words. */
export const LinksField = ({ links, problems, onChange }: Props) => {
  const { t } = useTranslation('settings')
  const set = (at: number, changed: Partial<SiteLink>) =>
    onChange(links.map((link, place) => (place === at ? { ...link, ...changed } : link)))
  return (
    <Stack gap="sm">
      {links.map((link, at) => (
        <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t('linkWords', { n: at + 1 })}
            placeholder={t('linkWords', { n: at + 1 })}
            {...requiredBy(rules.btn_text)}
            value={link.btn_text}
            error={problems[`links.${at}.btn_text`]}
            onChange={(event) => set(at, { btn_text: event.currentTarget.value })}
          />
          <TextInput
            flex={2}
            aria-label={t('linkAddress', { n: at + 1 })}
            placeholder="https://"
            {...requiredBy(rules.url)}
            value={link.url}
            error={problems[`links.${at}.url`]}
            onChange={(event) => set(at, { url: event.currentTarget.value.trim() })}
          />
          <ActionIcon
            size={42}
            aria-label={t('linkRemove', { n: at + 1 })}
            onClick={() => onChange(links.filter((_, place) => place !== at))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <FormError>{problems['links']}</FormError>
      {links.length < 10 ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...links, { url: '', btn_text: '' }])}
        >
          {t('linkAdd')}
        </Button>
      ) : null}
    </Stack>
  )
}
