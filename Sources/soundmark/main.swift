internal import Commands
internal import Foundation

exit(await SoundmarkProgram.main())
