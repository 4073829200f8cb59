// The styles of every page. They are one file of the build (`vite.config.ts` names them), and the global ones come first, because
// they name the layers.
import './styles/shell.css'
import './components/ui/button.module.css'
import './components/ui/chip.module.css'
import './components/layouts/top.module.css'
import './components/layouts/footer.module.css'
import './components/ui/panel.module.css'
import './components/trace/trace.module.css'
import './components/ui/text-button.module.css'
import './components/layouts/offline-hint.module.css'
import './components/ui/field.module.css'
import './components/ui/form-alert.module.css'
