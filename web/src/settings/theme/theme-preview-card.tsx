import { mergeMantineTheme, DEFAULT_THEME } from '@mantine/core'
import { contrast } from '@spacekeeper/contract/colours.ts'
import { IconHome, IconUsers } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { siteTheme } from '#platform/theme/theme.ts'
import { variables } from '#platform/theme/variables.ts'
import { type DraftTheme, siteWith } from './draft-theme.ts'
import classes from './theme-preview.module.css'

const asStyle = (made: Record<string, string>) => made as CSSProperties // its type knows no variables

/** The frame in miniature, in both schemes, in colours that no one else sees yet. A picture: nothing in it can be used. */
export const ThemePreviewCard = ({ theme }: { theme: DraftTheme }) => {
  const { t } = useTranslation('settings')
  const made = mergeMantineTheme(DEFAULT_THEME, siteTheme(siteWith(theme)))
  const all = variables(made)
  const button = made.colors.primary[6]
  const ink = contrast(button, '#ffffff') >= 4.5 ? '#ffffff' : made.black
  return (
    <div className={classes.previews}>
      {(['light', 'dark'] as const).map((scheme) => (
        <div
          key={scheme}
          role="img"
          aria-label={t(scheme === 'light' ? 'previewLight' : 'previewDark')}
          className={classes.frame}
          data-filled={theme.THEME_FILL_TOOLBAR || undefined}
          style={asStyle({ ...all.variables, ...all[scheme], '--button': button, '--button-ink': ink })}
        >
          <Miniature />
        </div>
      ))}
    </div>
  )
}

const Miniature = () => {
  const { t } = useTranslation('settings')
  const { general } = useSite()
  return (
    <div inert className={classes.columns}>
      <div className={classes.rail}>
        <span className={classes.brand}>
          <span className={classes.mark}>{general.siteName.slice(0, 1)}</span>
          <span className={classes.name}>{general.siteName}</span>
        </span>
        <span className={classes.entry} data-current>
          <IconHome size={14} aria-hidden /> {t('previewPage')}
        </span>
        <span className={classes.entry}>
          <IconUsers size={14} aria-hidden /> {t('previewOther')}
        </span>
      </div>
      <div className={classes.side}>
        <div className={classes.toolbar}>{t('previewPage')}</div>
        <div className={classes.card}>
          <span>{t('previewText')}</span>
          <span className={classes.link}>{t('previewLink')}</span>
          <span className={classes.meter}>
            <span className={classes.fill} />
          </span>
          <span className={classes.amounts}>
            {[25, 50, 75, 100].map((part) => (
              <span key={part} style={{ opacity: part / 100 }} />
            ))}
          </span>
          <span className={classes.button}>{t('previewButton')}</span>
        </div>
      </div>
    </div>
  )
}
